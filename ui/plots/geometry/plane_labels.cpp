// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_labels.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int directions = 16;             // tried around a mark
constexpr int nearRings = 3, farRings = 7; // at so many distances

constexpr double costOfLine = 1;     // for each one that is covered
constexpr double costOfTurning = 1;  // for the opposite of the wanted direction
constexpr double costOfDistance = 1; // for the furthest place

double distanceTo(const QRectF& rect, QPointF point) {
    const double x = std::max({rect.left() - point.x(), point.x() - rect.right(), 0.0});
    const double y = std::max({rect.top() - point.y(), point.y() - rect.bottom(), 0.0});
    return std::hypot(x, y);
}

double length(QPointF vector) {
    return std::hypot(vector.x(), vector.y());
}

/// A rectangle of that size which touches the circle from outside, in that direction: with a side, or with a
/// corner.
QRectF beside(QPointF centre, double radius, QSizeF size, QPointF direction) {
    const auto beyond = [](double part, double side) {
        return std::clamp(part * M_SQRT2, -1.0, 1.0) * side / 2;
    };
    QRectF place(QPointF(), size);
    place.moveCenter(centre + direction * radius +
                     QPointF(beyond(direction.x(), size.width()), beyond(direction.y(), size.height())));
    return place;
}

} // namespace

/// By Liang and Barsky: the part of the line that lies between each pair of sides.
std::optional<QLineF> clipped(const QLineF& line, const QRectF& rect) {
    double first = 0, last = 1;
    const auto clip = [&](double from, double by, double low, double high) {
        if (by == 0)
            return from >= low && from <= high;
        const double enters = ((by > 0 ? low : high) - from) / by;
        const double leaves = ((by > 0 ? high : low) - from) / by;
        first = std::max(first, enters);
        last = std::min(last, leaves);
        return first <= last;
    };
    if (!clip(line.x1(), line.dx(), rect.left(), rect.right()) ||
        !clip(line.y1(), line.dy(), rect.top(), rect.bottom()))
        return std::nullopt;
    return QLineF(line.pointAt(first), line.pointAt(last));
}

std::optional<double> PlaneLabels::costOf(const QRectF& place, QPointF mark, Reach reach) const {
    if (!m_area.contains(place))
        return std::nullopt;
    for (const QRectF& label : m_labels) {
        if (label.intersects(place))
            return std::nullopt;
    }
    const double own = distanceTo(place, mark);
    for (const Mark& each : m_marks) {
        const double away = distanceTo(place, each.centre);
        const bool isOfAnother = reach == Reach::near && away < own && each.centre != mark;
        if (away < each.radius || isOfAnother)
            return std::nullopt;
    }
    double cost = 0;
    for (const QLineF& line : m_lines)
        cost += clipped(line, place) ? costOfLine : 0;
    return cost;
}

std::optional<QRectF> PlaneLabels::place(QSizeF size, QPointF mark, double radius, QPointF away,
                                         Reach reach) {
    const double distanceAway = length(away);
    const QPointF wanted = distanceAway > 0 ? away / distanceAway : QPointF(1, 0);
    const int rings = reach == Reach::far ? farRings : nearRings;
    std::optional<QRectF> best;
    double least = HUGE_VAL;
    for (int ring = 0; ring < rings; ++ring) {
        const double distance = m_furthest * ring / (nearRings - 1);
        for (int i = 0; i < directions; ++i) {
            const double angle = 2 * M_PI * i / directions;
            const QPointF direction(std::cos(angle), std::sin(angle));
            const double turned = (1 - QPointF::dotProduct(direction, wanted)) / 2;
            double cost = costOfTurning * turned + costOfDistance * ring / (nearRings - 1);
            if (cost >= least)
                continue;
            const QRectF place = beside(mark, radius + distance, size, direction);
            const std::optional<double> covered = costOf(place, mark, reach);
            if (!covered || cost + *covered >= least)
                continue;
            least = cost + *covered;
            best = place;
        }
    }
    if (best)
        m_labels.push_back(*best);
    return best;
}

} // namespace lab
