// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/mark_outline.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace lab {

namespace {
constexpr double rimWidth = 1; // points, at either side
}

void drawMark(QPainter& painter, const Theme& theme, const QRectF& rect, double radius, double width,
              Qt::PenStyle style) {
    const auto draw = [&](const QColor& colour, double penWidth, Qt::PenStyle penStyle) {
        painter.setPen(QPen(colour, penWidth, penStyle));
        painter.drawRoundedRect(rect, radius, radius);
    };
    painter.setBrush(Qt::NoBrush);
    draw(theme.colours().rim, width + 2 * theme.px(rimWidth), Qt::SolidLine);
    draw(theme.colours().inspected, width, style);
}

double markReach(const Theme& theme, double width) {
    return width / 2 + theme.px(rimWidth);
}

} // namespace lab
