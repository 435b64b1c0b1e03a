// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script/script_choices.h"

#include "ui/figures/read_setting.h"

namespace lab {

namespace {

const QString libraryKey = QStringLiteral("script/library");
const QString scriptFormatKey = QStringLiteral("script/format");

} // namespace

ScriptChoices ScriptChoices::load(const QSettings& settings) {
    ScriptChoices c;
    c.library = readChoice(settings, libraryKey, c.library, 2);
    c.format = readChoice(settings, scriptFormatKey, c.format, 2);
    return c;
}

void ScriptChoices::save(QSettings& settings) const {
    settings.setValue(libraryKey, static_cast<int>(library));
    settings.setValue(scriptFormatKey, static_cast<int>(format));
}

} // namespace lab
