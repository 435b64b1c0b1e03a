// SPDX-License-Identifier: GPL-3.0-or-later
//
// What drawingOf() calls for each kind of figure; the simplest ones are in draw_figure.cpp itself.
#pragma once

#include "ui/figures/figure_drawing.h"

namespace lab {

/// A stage of every head, on one scale and one sheet.
FigureDrawing drawn(StageSource& stages, const HeadsFigure& figure, const FigureLook& look);
FigureDrawing drawn(StageSource& stages, const OverHeadsFigure& figure, const FigureLook& look);
FigureDrawing drawn(StageSource& stages, const SharesFigure& figure, const FigureLook& look);
FigureDrawing drawn(StageSource& stages, const HeadShareFigure& figure, const FigureLook& look);
/// Both states and their difference on one sheet, with the largest changes in words. They must be comparable.
FigureDrawing drawn(StageSource& stages, const CompareFigure& figure, const FigureLook& look);
/// Every variant of the document, side by side.
FigureDrawing drawn(StageSource& stages, const VariantsFigure& figure, const FigureLook& look);
/// Without numbers it has only the plots.
FigureDrawing drawn(StageSource& stages, const StatisticsFigure& figure, const FigureLook& look);
/// A square plane with its title, and its notes below.
FigureDrawing drawn(StageSource& stages, const GeometryFigure& figure, const FigureLook& look);
/// Pages of A4, two at most unless that would make its letters too small to read. Of the look, neither width
/// nor shape matters; letters become smaller than asked for where that saves pages.
FigureDrawing drawn(StageSource& stages, const HandoutFigure& figure, const FigureLook& look);

} // namespace lab
