// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/draw_figure.h"

#include "ui/document/stage_source.h"
#include "ui/figures/figure_kinds.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/figure_shape.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <cmath>
#include <memory>

namespace lab {

namespace {

constexpr double defaultBoardWidth = 1200;
constexpr double defaultLinksWidth = 720;

FigureDrawing drawn(StageSource& stages, const StageFigure& figure, const FigureLook& look) {
    return matrixFigure(figureTheme(look), look, figureContent(stages, figure.stage, figure.head),
                        marksOf(look.marks, figure.stage, figure.head));
}

/// Every stage on the board with its formula, and the operations between them.
FigureDrawing drawn(StageSource& stages, const BoardFigure& figure, const FigureLook& look) {
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const double unit = unitOf(*theme, look);
    const Experiment& experiment = stages.experiment();
    std::vector<SheetPart> parts;
    for (const StageId id : boardStages(experiment)) {
        SheetPart part{figureContent(stages, id, figure.head), {}, operationText(experiment, id)};
        part.heading =
            QStringLiteral("<b>%1</b>&nbsp; <span style=\"color:%2\">%3</span>")
                .arg(stageTitle(id), theme->colours().muted.name(), formulaText(experiment, id, figure.head));
        const BoardUnit unitOnBoard = boardUnit(id, {}, {});
        part.startsRow = unitOnBoard.startsRow;
        part.joinsPrevious = unitOnBoard.joinsPrevious;
        part.marks = marksOf(look.marks, id, figure.head);
        parts.push_back(std::move(part));
    }
    const int room = roomOf(*theme, unit, look).value_or(theme->px(defaultBoardWidth));
    return sheetFigure(theme, unit, parts, sheetForm(figureTitle(experiment, figure), look, room));
}

/// The links with their notes.
struct LinksSheet {
    LinksScene scene;
    QString notes;
    QSize size; // in theme's points, without a margin
    int notesTop = 0;
};

LinksSheet linksSheet(StageSource& stages, const LinksFigure& figure, const FigureLook& look,
                      const Theme& theme, int width) {
    const HeadIndex count = stages.experiment().heads.count;
    for (HeadIndex head = 0; head < count; ++head) {
        if (head != figure.head && !figure.look.everyHead)
            continue;
        stages.completeView(StageId::masked_scores, head);
        stages.completeView(StageId::weights, head);
    }
    LinksContent content = linksContent(stages, figure.head, figure.look.everyHead);
    content.weights.title = look.title.value_or(content.weights.title);
    const QSize room(width, theme.px(440));
    LinksSheet sheet;
    const bool titled = !content.weights.title.isEmpty();
    sheet.scene = linksScene(std::move(content), figure.look, figure.focus, theme, room, titled);
    if (figure.isFocusAlone)
        sheet.scene.ribbons.clear(); // those in focus are painted over them
    if (!look.numbers)
        sheet.scene.hideNumbers();
    const LinksNotes said = linksNotes(sheet.scene.content, sheet.scene.counts);
    QStringList notes = said.warnings + said.remarks;
    if (const QString weaker = weakerText(sheet.scene.counts); !weaker.isEmpty() && !figure.look.showsWeaker)
        notes.prepend(weaker);
    sheet.notes = notes.join(QLatin1Char('\n'));
    sheet.size = sheet.scene.geometry.size();
    sheet.notesTop = sheet.size.height() + theme.px(6);
    if (!sheet.notes.isEmpty()) {
        const QRect wide(0, 0, sheet.size.width(), QWIDGETSIZE_MAX);
        const QRect place =
            QFontMetrics(theme.font(TextRole::small)).boundingRect(wide, Qt::TextWordWrap, sheet.notes);
        sheet.size.setHeight(sheet.notesTop + place.height());
    }
    return sheet;
}

/// Elided words, in painting order.
std::vector<CutText> cutWords(const LinksScene& scene, const Theme& theme) {
    std::vector<CutText> cut;
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        for (Index i = 0; i < scene.content.count(side); ++i) {
            const QString word = scene.word({side, i}, theme);
            if (const QString whole = scene.content.labels(side).value(i); word != whole)
                cut.push_back({word, whole});
        }
    }
    return cut;
}

FigureDrawing drawn(StageSource& stages, const LinksFigure& figure, const FigureLook& look) {
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const double unit = unitOf(*theme, look);
    const int width = roomOf(*theme, unit, look).value_or(theme->px(defaultLinksWidth));
    const auto sheet = std::make_shared<LinksSheet>(linksSheet(stages, figure, look, *theme, width));
    return drawingWith(
        theme, unit, sheet->size, [theme, sheet](QCPPainter& painter, const DrawProgress& /*progress*/) {
            paintLinks(painter, sheet->scene, *theme, QRectF(QPointF(0, 0), sheet->size));
            painter.setFont(theme->font(TextRole::small));
            painter.setPen(theme->colours().muted);
            painter.drawText(QRectF(0, sheet->notesTop, sheet->size.width(), sheet->size.height()),
                             Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sheet->notes);
            return cutWords(sheet->scene, *theme);
        });
}

} // namespace

FigureDrawing drawingOf(StageSource& stages, const Figure& figure, const FigureLook& asked) {
    constexpr qsizetype longestTitle = 500; // a figure is at least as wide as its title
    FigureLook look = asked;
    if (look.title)
        look.title = shortText(*look.title, longestTitle);
    if (hasPages(figure)) {
        look.width.reset();
        look.shape.reset();
    }
    FigureDrawing drawing = inShape(look, [&](const FigureLook& one) {
        return std::visit([&](const auto& each) { return drawn(stages, each, one); }, figure);
    });
    drawing.title = figureTitle(stages.experiment(), figure);
    // Exactly the requested width, unless the content needs more.
    if (look.width && !look.shape)
        drawing.size.setWidth(std::max(*look.width, drawing.size.width()));
    if (look.background == FigureLook::Background::transparent)
        drawing.background = Qt::transparent;
    return drawing;
}

} // namespace lab
