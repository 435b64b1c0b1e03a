// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds a place for one small text after another, where it covers the least of what is drawn.
#pragma once

#include <QLineF>
#include <QRectF>

#include <vector>

namespace lab {

class TextPlaces {
public:
    explicit TextPlaces(const QRectF& area) : m_area(area) {}

    void avoid(const QLineF& line) { m_lines.push_back(line); }
    void avoid(const QRectF& rect) { m_rects.push_back(rect); }

    struct Choice {
        QRectF place;
        double cost;
    };
    /// What each place would cost. Of texts with these centres the first is the best; none is beyond the
    /// area's left and right.
    std::vector<Choice> choices(QSizeF size, const std::vector<QPointF>& centres) const;
    /// The place that costs least, to be avoided from now on.
    QRectF take(QSizeF size, const std::vector<QPointF>& centres);

private:
    double costOf(const QRectF& place) const;

    QRectF m_area;
    std::vector<QLineF> m_lines;
    std::vector<QRectF> m_rects;
};

} // namespace lab
