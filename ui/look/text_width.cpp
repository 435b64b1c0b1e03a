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
    if (isNew)
        m_advances->fill(unknown);
}

int TextWidth::operator()(const QString& text) const {
    double width = 0;
    for (const QChar each : text) {
        if (each.unicode() < first || each.unicode() > last)
            return QFontMetrics(m_font).horizontalAdvance(text);
        double& advance = (*m_advances)[each.unicode() - first];
        if (advance == unknown) // loads the glyph: only letters that occur are measured
            advance = QFontMetricsF(m_font).horizontalAdvance(each);
        width += advance;
    }
    return static_cast<int>(std::ceil(width));
}

} // namespace lab
