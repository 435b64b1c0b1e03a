// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws any figure.
#pragma once

#include "ui/figures/figure_drawing.h"

namespace lab {

/// Computes and lays out a figure, however long that takes. The stage and the head must exist, and the
/// sentence must have tokens. Colours and decimals are the document's.
FigureDrawing drawingOf(StageSource& stages, const Figure& figure, const FigureLook& look);

} // namespace lab
