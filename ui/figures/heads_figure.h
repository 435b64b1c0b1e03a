// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the mode Heads shows, as figures.
#pragma once

#include "ui/figures/figure_drawing.h"

namespace lab {

/// A stage of every head, on one scale and one sheet.
FigureDrawing headsFigure(LabDocument& document, const HeadsFigure& figure, const FigureLook& look);
FigureDrawing overHeadsFigure(LabDocument& document, const OverHeadsFigure& figure, const FigureLook& look);
FigureDrawing sharesFigure(LabDocument& document, const FigureLook& look);
FigureDrawing headShareFigure(LabDocument& document, const HeadShareFigure& figure, const FigureLook& look);

} // namespace lab
