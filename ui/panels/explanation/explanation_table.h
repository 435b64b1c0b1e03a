// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers under each other on a page of explanations: what each is of, what it is made from, a bar and its
// value. No number is ever broken: where a line is too short for all of that, bars become shorter, and then a
// row has several lines.
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace lab {

class Theme;

class ExplanationTable {
public:
    /// All rich text, each in one line.
    struct Row {
        QString label;
        QString numbers; ///< may be empty in all rows
        QString value;
        double part = 0; ///< that the bar shows
        bool hasBar = true;
    };
    /// The bar of a part, so wide.
    using Bar = std::function<QString(double part, double width)>;

    /// `width`: of a line.
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

/// How wide rich text of one line is: links and bold letters, nothing else.
double lineWidth(const QFont& font, const QString& html);

/// The size in pixels at which a line of that width has room: rather small than broken, but never too small
/// to read.
int fittingPixels(const Theme& theme, const QFont& font, double width, double room);

} // namespace lab
