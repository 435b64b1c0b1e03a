// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of numbers on a page of explanations: what each belongs to, what it is made from, a bar and its value.
// Numbers are never broken across lines. If a line is too short, the bars shrink first, then each row takes
// several lines.
#pragma once

#include <QFont>
#include <QString>

#include <functional>
#include <vector>

namespace lab {

class Theme;

class ExplanationTable {
public:
    /// All rich text, one line each.
    struct Row {
        QString label;
        QString numbers; ///< may be empty in all rows
        QString value;
        double part = 0; ///< what the bar shows
        bool hasBar = true;
    };
    /// The HTML of a bar for `part`, `width` pixels wide.
    using Bar = std::function<QString(double part, double width)>;

    /// `width`: of a line, in pixels.
    ExplanationTable(const Theme& theme, double width) : m_theme(theme), m_width(width) {}

    void add(const Row& row) { m_rows.push_back(row); }
    QString html(const Bar& bar) const;

private:
    struct Widths {
        double label = 0, numbers = 0, value = 0;
    };
    Widths widest() const;
    QString oneLineEach(const Bar& bar, double barWidth) const;
    QString severalLinesEach(const Bar& bar, const Widths& widths) const;

    const Theme& m_theme;
    double m_width;
    std::vector<Row> m_rows;
};

/// The width of one line of rich text that has only links and bold text.
double lineWidth(const QFont& font, const QString& html);

/// The font size in pixels at which a line of `width` fits into `room`. Text shrinks rather than breaks, but
/// stays readable.
int fittingPixels(const Theme& theme, const QFont& font, double width, double room);

} // namespace lab
