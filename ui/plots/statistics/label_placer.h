// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places labels one after another, where they cover the least of the drawing.
#pragma once

#include <QLineF>
#include <QRectF>

#include <vector>

namespace lab {

class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& area) : m_area(area) {}

    void avoid(const QLineF& line) { m_lines.push_back(line); }
    void avoid(const QRectF& rect) { m_rects.push_back(rect); }

    struct Choice {
        QRectF place;
        double cost;
    };
    /// The cost of each place. Of equal ones, earlier centres are preferred. Places are moved inside the left
    /// and right edges of the area.
    std::vector<Choice> choices(QSizeF size, const std::vector<QPointF>& centres) const;
    /// The cheapest place, which later labels avoid.
    QRectF take(QSizeF size, const std::vector<QPointF>& centres);
    /// Whether a label there is inside of the area, and covers nothing.
    bool isFree(const QRectF& place) const;

private:
    double costOf(const QRectF& place) const;

    QRectF m_area;
    std::vector<QLineF> m_lines;
    std::vector<QRectF> m_rects;
};

/// Places of a label beside, above or below a dot, the nearest ones first, at most `furthest` away from its
/// edge.
std::vector<QRectF> placesAround(QPointF dot, double radius, QSizeF size, double furthest);

} // namespace lab
