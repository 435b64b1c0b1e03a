// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colour bar that explains the colours of one or more heatmaps.
#pragma once

#include "ui/plots/shared/colour_scale.h"

#include <QRectF>

class QFont;
class QPainter;

namespace lab {

class Theme;

/// The numbers at the ends of the colour bar: "0" and "0.034". Of a logarithmic scale "0.000034" and "0.034,
/// log".
QString barEnd(const ColourScale& scale, bool high);

/// The width of a bar with its numbers.
double colourBarWidth(const ColourScale& scale, const Theme& theme, const QFont& font, double length);
/// Draws the bar with its two numbers left and right of it, in a line of `height` that begins at `topLeft`.
void paintColourBar(QPainter& painter, const ColourScale& scale, const Theme& theme, const QFont& font,
                    double length, QPointF topLeft, double height);
/// The bar alone; `left` is the middle of its left end.
void paintColours(QPainter& painter, const ColourScale& scale, const Theme& theme, double length,
                  QPointF left);

} // namespace lab
