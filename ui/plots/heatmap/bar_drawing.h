// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws attention weights as bars.
#pragma once

#include <qcustomplot.h>

namespace lab {

class MatrixHeatmap;

/// The bars with the names of keys on them, and the line at 1, which a complete bar reaches.
void drawBars(QCPPainter& painter, const MatrixHeatmap& heatmap);

/// What is around the bars: their entropies or sums, and the numbers 0 and 1.
void drawBarEnds(QCPPainter& painter, const MatrixHeatmap& heatmap);

} // namespace lab
