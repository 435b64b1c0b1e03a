// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lays out a formula of the core in lines and paints it: for the explanation, for cards, for figures.
#pragma once

#include "core/describe/formula.h"

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace lab {

class Theme;

class FormulaLayout {
public:
    struct Style {
        int pixels = 15;   ///< font size
        int decimals = 4;  ///< of numbers
        double room = 1e9; ///< width; a wider formula breaks before an equals sign or after a plus
    };
    FormulaLayout(const Formula& formula, const Theme& theme, const Style& style);

    QSizeF size() const { return m_size; }
    /// How far below the top the baseline of the last line is, the only one if nothing is broken.
    double lastBaseline() const { return m_lastBaseline; }
    /// Numbers and names with a source are drawn in the link colour.
    void draw(QPainter& painter, QPointF topLeft, const QColor& text, const QColor& link) const;
    /// The source at a point relative to the top left corner; empty if there is none.
    std::optional<Source> sourceAt(QPointF point) const;
    /// Everything that has a source, and where it is, in the order of reading.
    struct Link {
        QRectF area;
        Source source;
    };
    std::vector<Link> links() const;

private:
    /// Something to draw. Positions are relative to the left end of the baseline.
    struct Item {
        QPointF at;
        QString text; ///< empty for a line
        QFont font;
        std::vector<QPointF> line;
        QRectF area;
        std::optional<Source> source;
    };
    struct Box {
        double width = 0, ascent = 0, descent = 0;
        std::vector<Item> items;
    };

    Box boxOf(const Formula& formula, double pixels, const std::optional<Source>& source) const;
    Box textBox(const QString& text, const QFont& font, const std::optional<Source>& source) const;
    Box rowBox(const std::vector<Formula>& parts, double pixels, const std::optional<Source>& source) const;
    Box scriptBox(const Formula& formula, double pixels, const std::optional<Source>& source) const;
    Box fractionBox(const Formula& formula, double pixels, const std::optional<Source>& source) const;
    Box rootBox(const Formula& formula, double pixels, const std::optional<Source>& source) const;
    QFont font(bool slanted, double pixels) const;
    static void place(Box& into, const Box& box, QPointF at);
    void breakLines(const std::vector<Formula>& parts);

    const Theme& m_theme;
    Style m_style;
    QSizeF m_size;
    double m_lastBaseline = 0;
    std::vector<Item> m_items;
};

} // namespace lab
