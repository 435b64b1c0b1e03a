// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of the Heads mode.
#pragma once

#include "ui/figures/figure_drawing.h"

namespace lab {

/// A stage of every head, on one scale and one sheet.
FigureDrawing headsFigure(StageSource& stages, const HeadsFigure& figure, const FigureLook& look);
FigureDrawing overHeadsFigure(StageSource& stages, const OverHeadsFigure& figure, const FigureLook& look);
FigureDrawing sharesFigure(StageSource& stages, const FigureLook& look);
FigureDrawing headShareFigure(StageSource& stages, const HeadShareFigure& figure, const FigureLook& look);

} // namespace lab
