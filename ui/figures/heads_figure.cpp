// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_kinds.h"

#include "core/analysis/head_patterns.h"
#include "ui/document/stage_source.h"
#include "ui/figures/figure_parts.h"
#include "ui/plots/heads/share_bars.h"
#include "ui/plots/shared/head_colours.h"

#include <QCoreApplication>

#include <cmath>
#include <numeric>

namespace lab {

namespace {

constexpr double titleGap = 8; // points under the title of the bars

void completeEveryHead(StageSource& stages, StageId stage) {
    for (HeadIndex head = 0; head < stages.experiment().heads.count; ++head)
        completeForFigure(stages, stage, head);
}

std::vector<MatrixPtr> everyHead(StageSource& stages, StageId stage) {
    std::vector<MatrixPtr> heads;
    for (HeadIndex head = 0; head < stages.experiment().heads.count; ++head)
        heads.push_back(stages.completeView(stage, head).matrix);
    return heads;
}

} // namespace

/// Up to three heads in a row, more in a nearly square grid.
FigureDrawing drawn(StageSource& stages, const HeadsFigure& figure, const FigureLook& look) {
    completeEveryHead(stages, figure.stage);
    std::vector<HeatmapContent> contents = headContents(stages, figure.stage, false);
    std::vector<HeadIndex> order = figure.order;
    std::erase_if(order, [&](HeadIndex head) { return head >= static_cast<HeadIndex>(contents.size()); });
    if (order.empty()) {
        order.resize(contents.size());
        std::iota(order.begin(), order.end(), HeadIndex{0});
    }
    const std::shared_ptr<Theme> theme = figureTheme(look);
    std::vector<SheetPart> parts;
    for (const HeadIndex head : order) {
        SheetPart part{std::move(contents[static_cast<std::size_t>(head)]), {}, {}};
        part.marks = marksOfAnyHead(look.marks, figure.stage);
        if (contents.size() > 1) {
            part.heading = QCoreApplication::translate("Figure", "<b>Head %1</b>").arg(head + 1);
            part.dot = headFill(head, theme->colours().panel);
        }
        parts.push_back(std::move(part));
    }
    const auto count = static_cast<double>(parts.size());
    const double columns = count <= 3 ? count : std::ceil(std::sqrt(count));
    return columnsFigure(theme, look, figureTitle(stages.experiment(), figure), std::move(parts),
                         static_cast<int>(columns));
}

FigureDrawing drawn(StageSource& stages, const OverHeadsFigure& figure, const FigureLook& look) {
    completeEveryHead(stages, figure.stage);
    const std::vector<MatrixPtr> heads = everyHead(stages, figure.stage);
    const bool average = figure.which == OverHeads::average;
    const MatrixPtr matrix = share(average ? mean_over_heads(heads) : maximum_over_heads(heads));
    std::vector<MatrixPtr> masked = everyHead(stages, StageId::masked_scores);
    for (std::size_t head = 0; head < masked.size(); ++head)
        masked[head] = hiddenScores(stages, static_cast<HeadIndex>(head), masked[head]);
    const MatrixPtr hidden = share(maximum_over_heads(masked));
    return matrixFigure(figureTheme(look), look,
                        overHeadsContent(stages, figure.stage, figure.which, matrix, hidden),
                        marksOfAnyHead(look.marks, figure.stage));
}

FigureDrawing drawn(StageSource& stages, const SharesFigure& figure, const FigureLook& look) {
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const double unit = unitOf(*theme, look);
    const MatrixPtr concat = stages.completeView(StageId::concat).matrix;
    const MatrixPtr output = stages.completeView(StageId::output).matrix;
    const auto shares =
        std::make_shared<const OutputShares>(output_shares(stages.experiment(), *concat, *output));
    const QString title = look.title.value_or(figureTitle(stages.experiment(), figure));
    const QFontMetrics strong(theme->font(TextRole::strong));
    const int top = title.isEmpty() ? 0 : strong.height() + theme->px(titleGap);
    const int room = roomOf(*theme, unit, look).value_or(theme->px(widestShares));
    const auto bars = std::make_shared<const ShareBars>(
        shareBars(sharesContent(stages, shares), *theme, std::max(room, strong.horizontalAdvance(title)),
                  {look.numbers, look.axisNames}));
    return drawingWith(theme, unit, bars->size + QSize(0, top),
                       [theme, bars, title, top](QCPPainter& painter, const DrawProgress& /*progress*/) {
                           painter.setFont(theme->font(TextRole::strong));
                           painter.setPen(theme->colours().text);
                           painter.drawText(QRectF(0, 0, bars->size.width(), top),
                                            Qt::AlignLeft | Qt::AlignTop, title);
                           painter.translate(0, top);
                           paintShareBars(painter, *bars, *theme);
                           return cutTokens(*bars, *theme);
                       });
}

FigureDrawing drawn(StageSource& stages, const HeadShareFigure& figure, const FigureLook& look) {
    stages.completeView(StageId::output);
    const MatrixPtr concat = stages.completeView(StageId::concat).matrix;
    const MatrixPtr matrix = share(head_share(stages.experiment(), *concat, figure.head));
    return matrixFigure(figureTheme(look), look, headShareContent(stages, figure.head, matrix),
                        marksOf(look.marks, StageId::output, 0));
}

} // namespace lab
