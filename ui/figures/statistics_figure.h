// SPDX-License-Identifier: GPL-3.0-or-later
//
// The statistics as a figure.
#pragma once

#include "ui/figures/figure_drawing.h"

namespace lab {

/// See drawingOf(). Without numbers it has only the plots.
FigureDrawing statisticsFigure(StageSource& stages, const StatisticsFigure& figure, const FigureLook& look);

} // namespace lab
