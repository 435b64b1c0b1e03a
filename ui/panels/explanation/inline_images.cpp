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
