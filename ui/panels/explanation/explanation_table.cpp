// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/explanation_table.h"

#include "ui/look/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double usualBar = 0.24; // of a line
constexpr double leastBar = 24;   // points
constexpr double cellGap = 6;
constexpr double leastLetters = 7; // points

QString plainOf(const QString& html) {
    QString text;
    bool inTag = false;
    for (const QChar each : html) {
        if (each == QLatin1Char('<'))
            inTag = true;
        else if (each == QLatin1Char('>'))
            inTag = false;
        else if (!inTag)
            text += each;
    }
    const std::pair<const char*, const char*> entities[] = {
        {"&nbsp;", " "}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
    for (const auto& [entity, letter] : entities)
        text.replace(QLatin1String(entity), QLatin1String(letter));
    return text;
}

/// `more`: further attributes of the cell.
QString tableCell(const QString& html, const QString& more = {}) {
    return QStringLiteral("<td style=\"white-space:nowrap\" %1>%2</td>").arg(more, html);
}

QString tableLine(const QString& cells) {
    return QStringLiteral("<tr>") + cells + QStringLiteral("</tr>");
}

const QString rightAligned = QStringLiteral("align=\"right\"");
const QString twoColumns = QStringLiteral("colspan=\"2\"");

} // namespace

double lineWidth(const QFont& font, const QString& html) {
    QFont shown = font;
    if (html.contains(QStringLiteral("<b>")))
        shown.setWeight(QFont::Bold);
    return std::ceil(QFontMetricsF(shown).horizontalAdvance(plainOf(html)));
}

int fittingPixels(const Theme& theme, const QFont& font, double width, double room) {
    const int fitting = width > room ? static_cast<int>(font.pixelSize() * room / width) : font.pixelSize();
    return std::max(fitting, theme.px(leastLetters));
}

ExplanationTable::Widths ExplanationTable::widest() const {
    const QFont font = m_theme.font(TextRole::small);
    Widths widths;
    for (const Row& row : m_rows) {
        widths.label = std::max(widths.label, lineWidth(font, row.label));
        widths.numbers = std::max(widths.numbers, lineWidth(font, row.numbers));
        widths.value = std::max(widths.value, lineWidth(font, row.value));
    }
    return widths;
}

QString ExplanationTable::html(const Bar& bar) const {
    const Widths widths = widest();
    const double gaps = m_theme.px(cellGap) * 4.0; // including those inside the cells
    const double room = m_width - widths.label - widths.numbers - widths.value - gaps;
    const QString rows = room >= m_theme.px(leastBar)
                             ? oneLineEach(bar, std::round(std::min(usualBar * m_width, room)))
                             : severalLinesEach(bar, widths);
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\">") + rows +
           QStringLiteral("</table>");
}

QString ExplanationTable::oneLineEach(const Bar& bar, double barWidth) const {
    const bool haveNumbers =
        std::ranges::any_of(m_rows, [](const Row& row) { return !row.numbers.isEmpty(); });
    QString html;
    for (const Row& row : m_rows)
        html += tableLine(
            tableCell(row.label + QStringLiteral("&nbsp;")) +
            (haveNumbers ? tableCell(row.numbers) : QString()) +
            tableCell(row.hasBar ? bar(row.part, barWidth) : QString(), QStringLiteral("align=\"center\"")) +
            tableCell(row.value, rightAligned));
    return html;
}

/// Puts each bar below its label. Numbers that are wider than a line shrink rather than break.
QString ExplanationTable::severalLinesEach(const Bar& bar, const Widths& widths) const {
    const double room = m_width - m_theme.px(cellGap);
    const bool beside = widths.label + widths.numbers + m_theme.px(cellGap) <= room;
    const QFont font = m_theme.font(TextRole::small);
    const auto fitting = [&](const QString& html, double width) {
        return width <= room ? html
                             : QStringLiteral("<span style=\"font-size:%1px\">%2</span>")
                                   .arg(fittingPixels(m_theme, font, width, room))
                                   .arg(html);
    };
    const double barWidth = std::round(
        std::clamp(room - widths.value - m_theme.px(cellGap), 1.0, std::max(1.0, usualBar * m_width)));
    QString html;
    for (const Row& row : m_rows) {
        const QString label = fitting(row.label, widths.label);
        const QString numbers = fitting(row.numbers, widths.numbers);
        if (beside)
            html += tableLine(tableCell(label) + tableCell(numbers, rightAligned));
        else
            html += tableLine(tableCell(label, twoColumns)) +
                    (row.numbers.isEmpty()
                         ? QString()
                         : tableLine(tableCell(numbers, twoColumns + QLatin1Char(' ') + rightAligned)));
        html += tableLine(tableCell(row.hasBar ? bar(row.part, barWidth) : QString()) +
                          tableCell(row.value, rightAligned));
    }
    return html;
}

} // namespace lab
