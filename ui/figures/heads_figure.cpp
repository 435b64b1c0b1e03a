// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/heads_figure.h"

#include "core/analysis/head_patterns.h"
#include "ui/document/lab_document.h"
#include "ui/figures/figure_parts.h"
#include "ui/plots/heads/share_bars.h"
#include "ui/plots/shared/head_colours.h"

#include <QCoreApplication>

#include <cmath>
#include <numeric>

namespace lab {

namespace {

constexpr double titleGap = 8; // points under the title of the bars

void completeEveryHead(LabDocument& document, StageId stage) {
    for (HeadIndex head = 0; head < document.experiment().heads.count; ++head)
        completeForFigure(document, stage, head);
}

std::vector<MatrixPtr> everyHead(LabDocument& document, StageId stage) {
    std::vector<MatrixPtr> heads;
    for (HeadIndex head = 0; head < document.experiment().heads.count; ++head)
        heads.push_back(document.completeView(stage, head).matrix);
    return heads;
}

} // namespace

/// Side by side, in as many columns as rows or one more.
FigureDrawing headsFigure(LabDocument& document, const HeadsFigure& figure, const FigureLook& look) {
    completeEveryHead(document, figure.stage);
    std::vector<HeatmapContent> contents = headContents(document, figure.stage, false);
    std::vector<HeadIndex> order = figure.order;
    if (order.size() != contents.size()) {
        order.resize(contents.size());
        std::iota(order.begin(), order.end(), HeadIndex{0});
    }
    const std::shared_ptr<Theme> theme = figureTheme(look);
    std::vector<SheetPart> parts;
    for (const HeadIndex head : order) {
        SheetPart part{std::move(contents[static_cast<std::size_t>(head)]), {}, {}};
        if (order.size() > 1) {
            part.heading = QCoreApplication::translate("Figure", "<b>Head %1</b>").arg(head + 1);
            part.dot = headFill(head, theme->colours().panel);
        }
        parts.push_back(std::move(part));
    }
    const auto count = static_cast<double>(parts.size());
    const double columns = count <= 3 ? count : std::ceil(std::sqrt(count));
    return columnsFigure(theme, look, figureTitle(document.experiment(), figure), std::move(parts),
                         static_cast<int>(columns));
}

FigureDrawing overHeadsFigure(LabDocument& document, const OverHeadsFigure& figure, const FigureLook& look) {
    completeEveryHead(document, figure.stage);
    const std::vector<MatrixPtr> heads = everyHead(document, figure.stage);
    const bool average = figure.which == OverHeads::average;
    const MatrixPtr matrix = share(average ? mean_over_heads(heads) : maximum_over_heads(heads));
    std::vector<MatrixPtr> masked = everyHead(document, StageId::masked_scores);
    for (std::size_t head = 0; head < masked.size(); ++head)
        masked[head] = hiddenScores(document, static_cast<HeadIndex>(head), masked[head]);
    const MatrixPtr hidden = share(maximum_over_heads(masked));
    return matrixFigure(figureTheme(look), look,
                        overHeadsContent(document, figure.stage, figure.which, matrix, hidden));
}

FigureDrawing sharesFigure(LabDocument& document, const FigureLook& look) {
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const double unit = unitOf(*theme, look);
    const MatrixPtr concat = document.completeView(StageId::concat).matrix;
    const MatrixPtr output = document.completeView(StageId::output).matrix;
    const auto shares =
        std::make_shared<const OutputShares>(output_shares(document.experiment(), *concat, *output));
    const QString title = look.title.value_or(figureTitle(document.experiment(), SharesFigure{}));
    const QFontMetrics strong(theme->font(TextRole::strong));
    const int top = title.isEmpty() ? 0 : strong.height() + theme->px(titleGap);
    const int room = roomOf(*theme, unit, look).value_or(theme->px(widestShares));
    const auto bars = std::make_shared<const ShareBars>(
        shareBars(sharesContent(document, shares), *theme, std::max(room, strong.horizontalAdvance(title)),
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

FigureDrawing headShareFigure(LabDocument& document, const HeadShareFigure& figure, const FigureLook& look) {
    document.completeView(StageId::output);
    const MatrixPtr concat = document.completeView(StageId::concat).matrix;
    const MatrixPtr matrix = share(head_share(document.experiment(), *concat, figure.head));
    return matrixFigure(figureTheme(look), look, headShareContent(document, figure.head, matrix));
}

} // namespace lab
