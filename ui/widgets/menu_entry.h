// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lab {

/// A menu entry with `note` in the shortcut column. `text` is arbitrary, so ampersands in it are escaped.
inline QString menuEntry(const QString& text, const QString& note) {
    return QString(text + QLatin1Char('\t') + note)
        .replace(QLatin1Char('&'), QStringLiteral("&&")); // no mnemonics
}

} // namespace lab
