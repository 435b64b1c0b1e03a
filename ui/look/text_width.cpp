// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/text_width.h"

#include <QFontMetricsF>

#include <cmath>
#include <map>

namespace lab {

TextWidth::TextWidth(const QFont& font) : m_font(font) {
    static std::map<QString, Advances> known; // never trimmed: there are few fonts
    const auto [found, isNew] = known.try_emplace(font.key());
    m_advances = &found->second;
    if (!isNew)
        return;
    const QFontMetricsF metrics(font);
    for (char16_t letter = first; letter <= last; ++letter)
        found->second[letter - first] = metrics.horizontalAdvance(QChar(letter));
}

int TextWidth::operator()(const QString& text) const {
    double width = 0;
    for (const QChar each : text) {
        if (each.unicode() < first || each.unicode() > last)
            return QFontMetrics(m_font).horizontalAdvance(text);
        width += (*m_advances)[each.unicode() - first];
    }
    return static_cast<int>(std::ceil(width));
}

} // namespace lab
