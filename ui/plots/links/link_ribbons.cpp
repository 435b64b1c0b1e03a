// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/link_ribbons.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

QPointF turned(QPointF point, LinksLayout layout) {
    return layout == LinksLayout::columns ? point : point.transposed();
}

/// A curve whose control points are halfway across: it leaves both bars at right angles.
void addCurve(QPainterPath& path, QPointF from, QPointF to, LinksLayout layout) {
    const QPointF start = turned(from, layout), end = turned(to, layout);
    const double halfway = (start.x() + end.x()) / 2;
    path.cubicTo(turned({halfway, start.y()}, layout), turned({halfway, end.y()}, layout), to);
}

/// The corners of a ribbon as it is drawn, at least that wide.
struct Corners {
    QPointF from, to, toEnd, fromEnd;
};

Corners cornersOf(const LinkRibbon& ribbon, LinksLayout layout, double least) {
    const double width = std::max(ribbon.width, least);
    const QPointF first = turned({0, (ribbon.width - width) / 2}, layout);
    const QPointF last = first + turned({0, width}, layout);
    return {ribbon.from + first, ribbon.to + first, ribbon.to + last, ribbon.from + last};
}

QPainterPath pathOf(const LinkRibbon& ribbon, LinksLayout layout, double least) {
    const Corners corners = cornersOf(ribbon, layout, least);
    QPainterPath path(corners.from);
    addCurve(path, corners.from, corners.to, layout);
    path.lineTo(corners.toEnd);
    addCurve(path, corners.toEnd, corners.fromEnd, layout);
    path.closeSubpath();
    return path;
}

/// Pieces of equal length along the ribbon, with gaps. Polygons, because a pattern would not survive in SVG.
QPainterPath dashesOf(const LinkRibbon& ribbon, LinksLayout layout, const RibbonForm& form) {
    constexpr int steps = 96;
    constexpr double gapToDash = 0.6;
    const Corners corners = cornersOf(ribbon, layout, form.least);
    const QPointF across = corners.fromEnd - corners.from;
    const QPointF start = turned(corners.from, layout), end = turned(corners.to, layout);
    const auto at = [&](int step) {
        const double fraction = double(step) / steps;
        return turned({start.x() + (end.x() - start.x()) * fraction,
                       start.y() + (end.y() - start.y()) * bendAt(fraction)},
                      layout);
    };
    QPainterPath path;
    QPolygonF edge{at(0)};
    const auto close = [&] {
        QPolygonF piece = edge;
        for (auto point = edge.rbegin(); point != edge.rend(); ++point)
            piece += *point + across;
        path.addPolygon(piece);
        path.closeSubpath();
        edge.clear();
    };
    double length = 0; // since the last dash began
    double dash = ribbon.width > form.dash ? form.lead : form.dash;
    for (int step = 1; step <= steps; ++step) {
        const QPointF before = at(step - 1), point = at(step);
        length += std::hypot(point.x() - before.x(), point.y() - before.y());
        if (!edge.isEmpty())
            edge += point;
        if (!edge.isEmpty() && length >= dash)
            close();
        if (edge.isEmpty() && length >= dash + form.dash * gapToDash) {
            length = 0;
            dash = form.dash;
            edge += point;
        }
    }
    if (edge.size() > 1)
        close();
    return path;
}

} // namespace

QColor blendedOn(const QColor& background, const QColor& colour, double opacity) {
    const auto mixed = [&](int back, int front) {
        return static_cast<int>(std::lround(back + (front - back) * opacity));
    };
    return {mixed(background.red(), colour.red()), mixed(background.green(), colour.green()),
            mixed(background.blue(), colour.blue())};
}

double fractionAt(QPointF point, const QRectF& span, LinksLayout layout) {
    const QPointF place = turned(point - span.topLeft(), layout);
    const double length = layout == LinksLayout::columns ? span.width() : span.height();
    return length > 0 ? std::clamp(place.x() / length, 0.0, 1.0) : 0;
}

double bendAt(double fraction) {
    double least = 0, most = 1; // of the curve's parameter
    for (int i = 0; i < 30; ++i) {
        const double t = (least + most) / 2;
        (t * (1.5 + t * (t - 1.5)) < fraction ? least : most) = t;
    }
    return least * least * (3 - 2 * least);
}

QPointF LinkRibbon::middle(double fraction, LinksLayout layout) const {
    const QPointF start = turned(from, layout), end = turned(to, layout);
    return turned({start.x() + (end.x() - start.x()) * fraction,
                   start.y() + (end.y() - start.y()) * bendAt(fraction) + width / 2},
                  layout);
}

double LinkRibbon::distance(QPointF point, double bend, LinksLayout layout) const {
    const double start = turned(from, layout).y(), end = turned(to, layout).y();
    const double first = start + (end - start) * bend;
    const double place = turned(point, layout).y();
    return std::max({first - place, place - first - width, 0.0});
}

void paintRibbon(QPainter& painter, const LinkRibbon& ribbon, LinksLayout layout, const RibbonForm& form,
                 double opacity) {
    QColor colour = ribbon.colour;
    colour.setAlphaF(static_cast<float>(ribbon.colour.alphaF() * opacity));
    if (ribbon.style == Qt::DotLine) {
        QPainterPath line(ribbon.from);
        addCurve(line, ribbon.from, ribbon.to, layout);
        painter.setPen(QPen(colour, form.dot, Qt::DotLine, Qt::FlatCap));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(line);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPath(ribbon.style == Qt::DashLine ? dashesOf(ribbon, layout, form)
                                                  : pathOf(ribbon, layout, form.least));
}

void outlineRibbon(QPainter& painter, const LinkRibbon& ribbon, LinksLayout layout, const RibbonForm& form) {
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(pathOf(ribbon, layout, std::max(form.least, 2 * form.dot)));
}

} // namespace lab
