// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every figure has around it, whatever is drawn: a theme of its own, and a margin.
#pragma once

#include "ui/plots/figure.h"

#include <QSize>

#include <memory>
#include <optional>

namespace lab {

/// Measures are whole numbers: many to the point.
std::shared_ptr<Theme> figureTheme(const FigureLook& look);

/// Points of the figure to one of the theme.
double unitOf(const Theme& theme, const FigureLook& look);

/// What is left of the width between the margins, in the theme's points; absent as the width is.
std::optional<int> roomOf(const Theme& theme, double unit, const FigureLook& look);

/// A figure of something so large; `drawing` draws it from (0, 0) on in the theme's points. The theme, and
/// what `drawing` keeps, live as long as it can be drawn.
Figure framedFigure(const std::shared_ptr<Theme>& theme, double unit, const QSize& size,
                    std::function<std::vector<CutText>(QCPPainter&, const DrawingPulse&)> drawing);

/// What each kind of view is drawn by, where that is a file of its own. See figureOf().
Figure statisticsFigure(LabDocument& document, const StatisticsPicture& picture, const FigureLook& look);

} // namespace lab
