// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/cell_marks.h"

#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_change.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {
constexpr double crossInset = 3, crossWidth = 1.2; // points
constexpr float crossOpacity = 0.55F;
} // namespace

void paintOverrideMark(QPainter& painter, const Theme& theme, const QRectF& cell, bool roomy,
                       const QColor& ink) {
    if (roomy) {
        const double side = theme.px(8);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPolygon(QPolygonF(
            {cell.topRight(), cell.topRight() - QPointF(side, 0), cell.topRight() + QPointF(0, side)}));
        return;
    }
    // Two frames, because it may stand out from its neighbours only by one of them.
    const double width = theme.px(1);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [colour, out] : {std::pair(Qt::black, 1.5 * width), std::pair(Qt::white, width / 2)}) {
        painter.setPen(QPen(colour, width));
        painter.drawRect(cell.adjusted(-out, -out, out, out));
    }
}

void paintChange(QPainter& painter, const Theme& theme, const QRectF& cell, bool roomy, double radius,
                 double share, const QColor& ink) {
    if (roomy && !std::isnan(share)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPolygon(changeWedge(cell, share));
        return;
    }
    const double width =
        std::min<double>(theme.px(changeOutline), std::min(cell.width(), cell.height()) * mostOutline);
    painter.setPen(QPen(ink, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(cell.adjusted(width / 2, width / 2, -width / 2, -width / 2), radius, radius);
}

void paintCross(QPainter& painter, const Theme& theme, const QRectF& cell, const QColor& ink) {
    const double side = std::min(cell.width(), cell.height());
    const double inset = std::min<double>(theme.px(crossInset), side / 6);
    const QRectF inner = cell.adjusted(inset, inset, -inset, -inset);
    QColor faint = ink;
    faint.setAlphaF(crossOpacity);
    painter.setPen(QPen(faint, std::min<double>(theme.px(crossWidth), side / 6)));
    painter.drawLine(inner.topLeft(), inner.bottomRight());
    painter.drawLine(inner.bottomLeft(), inner.topRight());
}

/// The stripes are clipped to the cell by arithmetic because not every
/// vector format supports clipping.
void paintHatch(QPainter& painter, const Theme& theme, const QRectF& cell) {
    const double step = theme.px(hatchStep);
    const double half = theme.px(hatchWidth) / std::sqrt(2.0); // of a stripe, in x + y
    const double least = cell.left() + cell.top();
    const double most = cell.right() + cell.bottom();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colours().hatch);
    for (double sum = std::ceil((least - half) / step) * step; sum < most + half; sum += step) {
        const double from = std::max(sum - half, least);
        const double to = std::min(sum + half, most);
        const auto low = [&](double at) { // where the line x + y = at leaves the cell, left or bottom
            const double x = std::max(cell.left(), at - cell.bottom());
            return QPointF(x, at - x);
        };
        const auto high = [&](double at) {
            const double x = std::min(cell.right(), at - cell.top());
            return QPointF(x, at - x);
        };
        QPolygonF stripe{low(from)};
        if (const double corner = cell.left() + cell.bottom(); corner > from && corner < to)
            stripe += cell.bottomLeft();
        stripe << low(to) << high(to);
        if (const double corner = cell.right() + cell.top(); corner > from && corner < to)
            stripe += cell.topRight();
        painter.drawPolygon(stripe << high(from));
    }
}

} // namespace lab
