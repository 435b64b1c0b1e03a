// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of the Compare mode.
#pragma once

#include "ui/figures/figure_drawing.h"

namespace lab {

/// Both states and their difference on one sheet, with the largest changes in words. They must be comparable.
FigureDrawing compareFigure(StageSource& stages, const CompareFigure& figure, const FigureLook& look);
/// Every variant of the document, side by side.
FigureDrawing variantsFigure(StageSource& stages, const VariantsFigure& figure, const FigureLook& look);

} // namespace lab
