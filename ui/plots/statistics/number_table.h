// SPDX-License-Identifier: GPL-3.0-or-later
//
// A painted table of numbers: a name, then numbers under headings. If that is too wide, the numbers go below
// the name. If it is long and there is room, it continues in further columns.
#pragma once

#include "ui/plots/shared/labels.h"

#include <QRectF>
#include <QSize>
#include <QStringList>

#include <optional>
#include <vector>

class QPainter;

namespace lab {

class Theme;

class NumberTable {
public:
    struct Line {
        QString name;
        QStringList numbers; ///< one per heading
    };
    /// Highlighted lines.
    struct Marks {
        std::optional<std::size_t> chosen, pointed, cursor;
    };

    NumberTable() = default;
    /// Lays it out in `width`, from (0, 0). It is not taller than `tallest` if it can continue in further
    /// columns.
    NumberTable(const Theme& theme, QStringList headings, std::vector<Line> lines, int width, int tallest);

    QSize size() const { return m_size; }
    QRectF lineRect(std::size_t line) const;
    std::optional<std::size_t> lineAt(QPointF position) const;
    /// Paints what lies in `exposed`; adds elided names to `cut`.
    void paint(QPainter& painter, const Theme& theme, const QRectF& exposed, const Marks& marks,
               std::vector<CutText>& cut) const;

private:
    void paintLine(QPainter& painter, const Theme& theme, std::size_t line, std::vector<CutText>& cut) const;
    void paintStacked(QPainter& painter, const Theme& theme, const QRectF& place, const Line& line) const;

    QStringList m_headings;
    std::vector<Line> m_lines;
    bool m_stacked = false;
    int m_numbersPerLine = 1; ///< with their headings, if they are below the name
    int m_headingWidth = 0;
    std::size_t m_linesPerColumn = 0; ///< of the page
    int m_nameWidth = 0, m_numberWidth = 0, m_gap = 0, m_rim = 0;
    int m_headHeight = 0, m_lineHeight = 0, m_textHeight = 0;
    int m_width = 0, m_between = 0; ///< width of a page column, and the gap to the next
    QSize m_size;
};

} // namespace lab
