// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/number_table.h"

#include "ui/look/text_width.h"
#include "ui/look/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace lab {

namespace {
constexpr double widestName = 160; // theme's points
constexpr double leastName = 48;
} // namespace

NumberTable::NumberTable(const Theme& theme, QStringList headings, std::vector<Line> lines, int width,
                         int tallest)
    : m_headings(std::move(headings)), m_lines(std::move(lines)) {
    const QFont font = theme.font(TextRole::small);
    const TextWidth widthOf(font);
    m_gap = theme.px(14);
    m_rim = theme.px(6);
    m_between = theme.px(28);
    m_textHeight = QFontMetrics(font).height();
    m_headHeight = m_textHeight + theme.px(5);
    for (const Line& line : m_lines) {
        m_nameWidth = std::max(m_nameWidth, widthOf(line.name));
        for (const QString& number : line.numbers)
            m_numberWidth = std::max(m_numberWidth, widthOf(number));
    }
    for (const QString& heading : m_headings)
        m_headingWidth = std::max(m_headingWidth, widthOf(heading));
    const int pair = m_headingWidth + m_gap / 2 + m_numberWidth;
    m_numberWidth = std::max(m_numberWidth, m_headingWidth);
    const int count = static_cast<int>(m_headings.size());
    const int numbers = count * (m_numberWidth + m_gap) + 2 * m_rim;
    m_nameWidth = std::min(m_nameWidth, theme.px(widestName));
    if (numbers + m_nameWidth > width)
        m_nameWidth = std::clamp(width - numbers, std::min(m_nameWidth, theme.px(leastName)), m_nameWidth);
    m_stacked = numbers + m_nameWidth > width;
    m_width = m_stacked ? width : numbers + m_nameWidth;
    m_numbersPerLine = std::clamp((width - 2 * m_rim + m_gap) / (pair + m_gap), 1, std::max(1, count));
    if (m_numbersPerLine < count) // spread them evenly over the lines
        m_numbersPerLine = (count + (count + m_numbersPerLine - 1) / m_numbersPerLine - 1) /
                           ((count + m_numbersPerLine - 1) / m_numbersPerLine);
    m_lineHeight =
        m_textHeight * (m_stacked ? 1 + (count + m_numbersPerLine - 1) / m_numbersPerLine : 1) + theme.px(6);
    if (m_stacked)
        m_headHeight = 0;
    // As many columns as the height requires and the width allows.
    const std::size_t room =
        static_cast<std::size_t>(std::max(1, (width + m_between) / (m_width + m_between)));
    const auto fitting = static_cast<std::size_t>(std::max(1, (tallest - m_headHeight) / m_lineHeight));
    const std::size_t wanted = (m_lines.size() + fitting - 1) / fitting;
    const std::size_t columns = std::clamp<std::size_t>(wanted, 1, room);
    m_linesPerColumn = std::max<std::size_t>(1, (m_lines.size() + columns - 1) / columns);
    const std::size_t used = (m_lines.size() + m_linesPerColumn - 1) / m_linesPerColumn;
    m_size = {static_cast<int>(used) * (m_width + m_between) - m_between,
              m_headHeight + static_cast<int>(std::min(m_linesPerColumn, m_lines.size())) * m_lineHeight};
}

QRectF NumberTable::lineRect(std::size_t line) const {
    const std::size_t column = line / m_linesPerColumn;
    const std::size_t row = line % m_linesPerColumn;
    return {static_cast<double>(column) * (m_width + m_between),
            m_headHeight + static_cast<double>(row) * m_lineHeight, static_cast<double>(m_width),
            static_cast<double>(m_lineHeight)};
}

std::optional<std::size_t> NumberTable::lineAt(QPointF position) const {
    for (std::size_t line = 0; line < m_lines.size(); ++line) {
        if (lineRect(line).contains(position))
            return line;
    }
    return std::nullopt;
}

void NumberTable::paintStacked(QPainter& painter, const Theme& theme, const QRectF& place,
                               const Line& line) const {
    const double width = (place.width() - 2 * m_rim - (m_numbersPerLine - 1) * m_gap) / m_numbersPerLine;
    for (int i = 0; i < m_headings.size(); ++i) {
        const int textLine = 1 + i / m_numbersPerLine;
        const QRectF pair(place.left() + m_rim + i % m_numbersPerLine * (width + m_gap),
                          place.top() + theme.px(3) + textLine * m_textHeight, width, m_textHeight);
        painter.setPen(theme.colours().muted);
        painter.drawText(pair, Qt::AlignLeft | Qt::AlignVCenter, m_headings[i]);
        painter.setPen(theme.colours().text);
        painter.drawText(pair, Qt::AlignRight | Qt::AlignVCenter, line.numbers.value(i));
    }
}

void NumberTable::paintLine(QPainter& painter, const Theme& theme, std::size_t line,
                            std::vector<CutText>& cut) const {
    const QRectF place = lineRect(line);
    const Line& its = m_lines[line];
    const double nameWidth = m_stacked ? place.width() - 2 * m_rim : m_nameWidth;
    const QString name = QFontMetricsF(painter.font()).elidedText(its.name, Qt::ElideRight, nameWidth + 0.5);
    if (name != its.name)
        cut.push_back({name, its.name});
    painter.setPen(theme.colours().text);
    const double height = m_stacked ? m_textHeight + theme.px(6) : place.height();
    painter.drawText(QRectF(place.left() + m_rim, place.top(), nameWidth + 1, height),
                     Qt::AlignLeft | Qt::AlignVCenter, name);
    if (m_stacked)
        return paintStacked(painter, theme, place, its);
    QRectF number(place.left() + m_rim + m_nameWidth + m_gap, place.top(), m_numberWidth, place.height());
    for (const QString& text : its.numbers) {
        painter.drawText(number, Qt::AlignRight | Qt::AlignVCenter, text);
        number.translate(m_numberWidth + m_gap, 0);
    }
}

void NumberTable::paint(QPainter& painter, const Theme& theme, const QRectF& exposed, const Marks& marks,
                        std::vector<CutText>& cut) const {
    const Colours& colours = theme.colours();
    painter.setFont(theme.font(TextRole::small));
    for (std::size_t first = 0; first < m_lines.size() && !m_stacked; first += m_linesPerColumn) {
        const QRectF top = lineRect(first);
        QRectF heading(top.left() + m_rim + m_nameWidth + m_gap, 0, m_numberWidth, m_textHeight);
        painter.setPen(colours.muted);
        for (const QString& text : m_headings) {
            painter.drawText(heading, Qt::AlignRight | Qt::AlignVCenter, text);
            heading.translate(m_numberWidth + m_gap, 0);
        }
        painter.setPen(QPen(colours.border, theme.px(1)));
        painter.drawLine(QLineF(top.left(), top.top() - theme.px(1), top.right(), top.top() - theme.px(1)));
    }
    for (std::size_t line = 0; line < m_lines.size(); ++line) {
        const QRectF place = lineRect(line);
        if (!place.intersects(exposed))
            continue;
        if (marks.chosen == line || marks.pointed == line) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(marks.chosen == line ? colours.accentSoft : colours.control);
            painter.drawRoundedRect(place, theme.px(4), theme.px(4));
        }
        if (marks.cursor == line) {
            painter.setPen(QPen(colours.accent, theme.px(1.5)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), theme.px(4), theme.px(4));
        }
        paintLine(painter, theme, line, cut);
    }
}

} // namespace lab
