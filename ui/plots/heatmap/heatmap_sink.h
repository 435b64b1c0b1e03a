// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints what the sink takes of each query's weights: one more column or row, set apart from the keys, so
// that rows visibly sum to 1 with it. In bars, a last segment without a colour of its own.
#pragma once

class QCPPainter;

namespace lab {

class MatrixHeatmap;

/// The heatmap's content must have shares of a sink.
void drawSink(QCPPainter& painter, const MatrixHeatmap& heatmap);

} // namespace lab
