// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/label_placer.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

bool crosses(const QLineF& line, const QRectF& place) {
    if (place.contains(line.p1()) || place.contains(line.p2()))
        return true;
    for (const QLineF& side :
         {QLineF(place.topLeft(), place.topRight()), QLineF(place.bottomLeft(), place.bottomRight()),
          QLineF(place.topLeft(), place.bottomLeft()), QLineF(place.topRight(), place.bottomRight())}) {
        if (line.intersects(side, nullptr) == QLineF::BoundedIntersection)
            return true;
    }
    return false;
}

} // namespace

std::vector<LabelPlacer::Choice> LabelPlacer::choices(QSizeF size,
                                                      const std::vector<QPointF>& centres) const {
    std::vector<Choice> all;
    for (const QPointF& centre : centres) {
        QRectF place(QPointF(), size);
        place.moveCenter(centre);
        const double furthest = std::max(m_area.left(), m_area.right() - size.width());
        const double left = std::clamp(place.left(), m_area.left(), furthest);
        const QRectF inside = place.translated(left - place.left(), 0);
        all.push_back({inside, costOf(inside) + std::abs(left - place.left()) / size.width() +
                                   0.01 * static_cast<double>(all.size())});
    }
    return all;
}

QRectF LabelPlacer::take(QSizeF size, const std::vector<QPointF>& centres) {
    const std::vector<Choice> all = choices(size, centres);
    const QRectF place = std::ranges::min_element(all, {}, &Choice::cost)->place;
    avoid(place);
    return place;
}

bool LabelPlacer::isFree(const QRectF& place) const {
    return m_area.contains(place) &&
           std::ranges::none_of(m_rects, [&](const QRectF& rect) { return rect.intersects(place); }) &&
           std::ranges::none_of(m_lines, [&](const QLineF& line) { return crosses(line, place); });
}

std::vector<QRectF> placesAround(QPointF dot, double radius, QSizeF size, double furthest) {
    constexpr int rings = 5, steps = 4; // on either side of the middle
    std::vector<QRectF> places;
    const auto add = [&](double x, double y) {
        QRectF place(QPointF(), size);
        place.moveCenter(dot + QPointF(x, y));
        places.push_back(place);
    };
    for (int ring = 0; ring < rings; ++ring) {
        const double away = radius + furthest * ring / (rings - 1);
        const double aside = away + size.width() / 2, over = away + size.height() / 2;
        for (int step = 0; step <= steps; ++step) {
            const double along = static_cast<double>(step) / steps;
            for (const double sign : {-1.0, 1.0}) {
                add(aside, sign * along * over);
                add(-aside, sign * along * over);
                add(sign * along * size.width() / 2, -over);
                add(sign * along * size.width() / 2, over);
            }
        }
    }
    return places;
}

double LabelPlacer::costOf(const QRectF& place) const {
    double cost = m_area.contains(place) ? 0 : 20;
    for (const QRectF& rect : m_rects)
        cost += rect.intersects(place) ? 5 : 0;
    for (const QLineF& line : m_lines)
        cost += crosses(line, place) ? 4 : 0;
    return cost;
}

} // namespace lab
