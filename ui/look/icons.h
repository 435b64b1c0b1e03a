// SPDX-License-Identifier: GPL-3.0-or-later
//
// Button icons drawn as paths: crisp at any size and available in any colour.
#pragma once

#include <QIcon>

namespace lab {

enum class Sign {
    undo,
    redo,
    close,
    menu,
    left_column, ///< of a window
    folded,
    unfolded,
    more,
    lock,
    done,
    to_start,
    back,
    play,
    pause,
    forward,
    to_end,
};

/// Draws a sign into a square.
void paintSign(QPainter& painter, Sign sign, const QRectF& square, const QColor& colour);
QIcon icon(Sign sign, const QColor& colour, int size, qreal devicePixelRatio);

} // namespace lab
