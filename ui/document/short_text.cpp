// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/short_text.h"

#include "core/text_limits.h"

namespace lab {

QString shortText(const QString& text, qsizetype most) {
    // A letter has at most three bytes for each of its units.
    return text.size() <= most ? text : shortText(text.toStdString(), 3 * most);
}

QString shortText(const std::string& text, qsizetype most) {
    return QString::fromStdString(shortened(text, static_cast<std::size_t>(most)));
}

QString groupedNumber(qsizetype number) {
    return QString::fromStdString(grouped(static_cast<std::size_t>(number)));
}

} // namespace lab
