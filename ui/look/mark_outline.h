// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines that mark what is inspected and what is linked to it, visible on any colour.
#pragma once

#include <QRectF>

class QPainter;
class QPainterPath;

namespace lab {

class Theme;

/// A rounded rectangle as a light line with a dark rim: on every colour, one of the two has a contrast of
/// 3:1 at least. `width` is that of the light line, which may be dotted. Leaves the painter without a brush.
void drawMark(QPainter& painter, const Theme& theme, const QRectF& rect, double radius, double width,
              Qt::PenStyle style = Qt::SolidLine);

/// The same along any lines.
void drawMark(QPainter& painter, const Theme& theme, const QPainterPath& lines, double width,
              Qt::PenStyle style = Qt::SolidLine);

/// How far a mark of that width reaches to either side of its rectangle.
double markReach(const Theme& theme, double width);

} // namespace lab
