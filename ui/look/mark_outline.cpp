// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/mark_outline.h"

#include "ui/look/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace lab {

namespace {
constexpr double rimWidth = 1; // points, at either side
}

void drawMark(QPainter& painter, const Theme& theme, const QRectF& rect, double radius, double width,
              Qt::PenStyle style) {
    QPainterPath around;
    around.addRoundedRect(rect, radius, radius);
    drawMark(painter, theme, around, width, style);
}

void drawMark(QPainter& painter, const Theme& theme, const QPainterPath& lines, double width,
              Qt::PenStyle style) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.colours().rim, width + 2 * theme.px(rimWidth)));
    painter.drawPath(lines);
    painter.setPen(QPen(theme.colours().inspected, width, style));
    painter.drawPath(lines);
}

double markReach(const Theme& theme, double width) {
    return width / 2 + theme.px(rimWidth);
}

} // namespace lab
