// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_kinds.h"

#include "ui/document/stage_source.h"
#include "ui/figures/figure_parts.h"
#include "ui/plots/statistics/statistics_drawing.h"

namespace lab {

namespace {
constexpr double defaultStatisticsWidth = 860; // width in the theme's points when none is given
}

FigureDrawing drawn(StageSource& stages, const StatisticsFigure& figure, const FigureLook& look) {
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const double unit = unitOf(*theme, look);
    scalingStudyOf(dimensions(stages.experiment()).n_k); // fills the cache that statisticsContent() reads
    const auto input = statisticsInput(stages, figure.stage, figure.head, true);
    if (!input)
        return {}; // never happens in a document with tokens
    StatisticsDrawing::Form form;
    form.title = look.title.value_or(figureTitle(stages.experiment(), figure));
    form.numbers = look.numbers;
    form.width = roomOf(*theme, unit, look).value_or(theme->px(defaultStatisticsWidth));
    const auto drawing = std::make_shared<StatisticsDrawing>(*theme);
    drawing->set(statisticsContent(*input, statisticsNumbers(*input)), form);
    return drawingWith(theme, unit, drawing->size(),
                       [theme, drawing](QCPPainter& painter, const DrawProgress& /*progress*/) {
                           return drawing->paint(painter, QRectF(QPointF(0, 0), drawing->size()));
                       });
}

} // namespace lab
