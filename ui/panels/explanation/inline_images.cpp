// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/inline_images.h"

#include "ui/look/mark_outline.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/colour_scale.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

InlineImage barImage(const Theme& theme, double width, double value, double largest,
                     std::optional<Palette> ofSigned) {
    const QSizeF size(width, theme.px(12));
    const bool isSigned = ofSigned.has_value();
    NumberStyle style;
    style.ofSigned = ofSigned.value_or(style.ofSigned);
    const ColourScale scale =
        ColourScale::of(ColourScale::Kind::diverging, {}, style).onDark(theme.colours().dark);
    const QColor colour = !std::isfinite(value) ? notFiniteColour()
                          : !isSigned           ? theme.colours().accent
                                                : scale.colourAt(value < 0 ? 0.08 : 0.92);
    // All of them may be 0.
    const double part = !std::isfinite(value) ? 1
                        : largest > 0         ? std::min(1.0, std::abs(value) / largest)
                                              : 0;
    const QColor track = theme.colours().control;
    const double radius = theme.px(2);
    return {size,
            [=](QPainter& painter) {
                painter.setRenderHint(QPainter::Antialiasing);
                painter.setPen(Qt::NoPen);
                painter.setBrush(track);
                painter.drawRoundedRect(QRectF({}, size), radius, radius);
                const double room = isSigned ? size.width() / 2 : size.width();
                const double length = std::max(part * room, part > 0 ? 1.0 : 0.0);
                const double left = !isSigned ? 0 : value < 0 ? room - length : room;
                painter.setBrush(colour);
                painter.drawRoundedRect(QRectF(left, 0, length, size.height()), radius, radius);
            },
            {}};
}

InlineImage capImage(const Theme& theme, double width, const Cap& cap) {
    const QSizeF size(std::min<double>(width, theme.px(220)), theme.px(110));
    // In units of c. What lies farther out is marked at the edge, where the curve is flat.
    constexpr double usual = 2.5, most = 6;
    const double own = cap.x / cap.c;
    const double reach = std::isnan(own) ? usual : std::clamp(1.15 * std::abs(own), usual, most);
    return {size,
            [&theme, size, own, reach](QPainter& painter) {
                const Colours& colours = theme.colours();
                const double high = 1.25; // of the bounds
                const auto at = [&](double x, double y) {
                    return QPointF((x / reach + 1) / 2 * size.width(), (1 - y / high) / 2 * size.height());
                };
                painter.setRenderHint(QPainter::Antialiasing);
                painter.setPen(QPen(colours.border, 1));
                painter.drawLine(at(-reach, 0), at(reach, 0));
                painter.drawLine(at(0, -high), at(0, high));
                painter.setPen(QPen(colours.muted, 1, Qt::DashLine));
                painter.drawLine(at(-reach, 1), at(reach, 1));
                painter.drawLine(at(-reach, -1), at(reach, -1));
                painter.setPen(QPen(colours.muted, 1, Qt::DotLine));
                painter.drawLine(at(-high, -high), at(high, high));
                QPolygonF curve;
                constexpr int steps = 80;
                for (int i = 0; i <= steps; ++i) {
                    const double x = reach * (2.0 * i / steps - 1);
                    curve += at(x, std::tanh(x));
                }
                painter.setPen(QPen(colours.accent, theme.px(2)));
                painter.drawPolyline(curve);
                if (std::isnan(own))
                    return;
                const double shown = std::clamp(own, -0.97 * reach, 0.97 * reach);
                const QPointF point = at(shown, std::tanh(own));
                painter.setPen(QPen(colours.muted, 1));
                painter.drawLine(at(shown, 0), point);
                painter.setPen(QPen(colours.panel, theme.px(1.5)));
                painter.setBrush(colours.accent);
                painter.drawEllipse(point, theme.px(4), theme.px(4));
            },
            {}};
}

InlineImage frameImage(const Theme& theme, Qt::PenStyle style) {
    const QSizeF size(theme.px(22), theme.px(12));
    const double width = theme.px(2);
    const double inset = markReach(theme, width);
    return {size,
            [&theme, size, width, inset, style](QPainter& painter) {
                painter.setRenderHint(QPainter::Antialiasing);
                drawMark(painter, theme, QRectF({}, size).adjusted(inset, inset, -inset, -inset), theme.px(2),
                         width, style);
            },
            {}};
}

} // namespace lab
