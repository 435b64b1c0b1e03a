// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_change.h"

#include "ui/plots/heatmap/heatmap_content.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

// The wedge that marks the largest change, as shares of a cell's height. It stays clear of a number in the
// middle.
constexpr double wedgeWidth = 0.4;
constexpr double wedgeHeight = 0.3;
constexpr double wedgeEdge = 0.05;

} // namespace

HeatmapChange::HeatmapChange(const HeatmapContent& content) {
    if (content.hasBefore())
        *this = {*content.before, *content.matrix};
}

HeatmapChange::HeatmapChange(const Matrix& before, const Matrix& now) : m_before(&before), m_now(&now) {
    for (Index i = 0; i < now.size(); ++i) {
        const double change = std::abs(now.data()[i] - before.data()[i]);
        if (std::isfinite(change))
            m_largest = std::max(m_largest, change);
    }
}

double HeatmapChange::operator()(StoredCell cell) const {
    if (!m_before)
        return 0;
    const double before = (*m_before)(cell.row, cell.column);
    const double now = (*m_now)(cell.row, cell.column);
    if (sameNumber(before, now))
        return 0;
    const double change = now - before;
    if (!std::isfinite(change))
        return std::numeric_limits<double>::quiet_NaN();
    const double share = change / m_largest;
    return std::abs(share) < leastMarkedChange ? 0 : share;
}

QPolygonF changeWedge(const QRectF& cell, double share) {
    const double side = std::sqrt(std::abs(share)); // the area is proportional to its square
    const double width = cell.height() * wedgeWidth * side;
    const double height = cell.height() * wedgeHeight * side;
    const QPointF middle(cell.left() + cell.height() * (wedgeEdge + wedgeWidth / 2),
                         cell.top() + cell.height() * (wedgeEdge + wedgeHeight / 2));
    const double tip = share > 0 ? -height / 2 : height / 2;
    return {
        {middle + QPointF(0, tip), middle + QPointF(width / 2, -tip), middle + QPointF(-width / 2, -tip)}};
}

QRectF ghostPlace(const QRectF& cell) {
    const double left = cell.left() + cell.height() * (2 * wedgeEdge + wedgeWidth);
    return {left, cell.top() + cell.height() * wedgeEdge / 2, cell.right() - left,
            cell.height() * wedgeHeight};
}

} // namespace lab
