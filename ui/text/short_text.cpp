// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/short_text.h"

#include "core/base/text_limits.h"
#include "core/experiment/token_name.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

QString shortText(const QString& text, qsizetype most) {
    if (text.size() <= most)
        return text;
    QString start = text.first(most - most / 3);
    if (start.back().isHighSurrogate()) // half a surrogate pair
        start.chop(1);
    QString end = text.last(most / 3);
    if (!end.isEmpty() && end.front().isLowSurrogate())
        end.remove(0, 1);
    return QCoreApplication::translate("ShortText", "%1 … (%2 characters) … %3")
        .arg(start, groupedNumber(text.size()), end);
}

QString shortText(const std::string& text, qsizetype most) {
    return QString::fromStdString(shortened(text, static_cast<std::size_t>(most)));
}

QString shownWord(const std::string& word) {
    return QString::fromStdString(shown_word(word));
}

QString shortPosition(const QString& position, qsizetype count) {
    constexpr qsizetype most = 5, least = 3; // digits
    const qsizetype kept = std::max(least, QString::number(count).size());
    return position.size() <= std::max(most, kept + 1) ? position : QChar(0x2026) + position.right(kept);
}

QString groupedNumber(qsizetype number) {
    return QString::fromStdString(grouped(static_cast<std::size_t>(number)));
}

} // namespace lab
