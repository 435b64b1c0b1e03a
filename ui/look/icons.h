// SPDX-License-Identifier: GPL-3.0-or-later
//
// The few signs that buttons carry, drawn as paths: they are crisp at any size and take any colour.
#pragma once

#include <QIcon>

namespace lab {

enum class Sign { undo, redo, close, menu, folded, unfolded, more };

/// Draws a sign into a square.
void paintSign(QPainter& painter, Sign sign, const QRectF& square, const QColor& colour);
QIcon icon(Sign sign, const QColor& colour, int size, qreal devicePixelRatio);

} // namespace lab
