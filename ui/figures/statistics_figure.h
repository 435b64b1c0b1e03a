// SPDX-License-Identifier: GPL-3.0-or-later
//
// The statistics as a figure.
#pragma once

#include "ui/figures/figure.h"

namespace lab {

/// See figureOf(). Without numbers it has the plots alone.
Figure statisticsFigure(LabDocument& document, const StatisticsPicture& picture, const FigureLook& look);

} // namespace lab
