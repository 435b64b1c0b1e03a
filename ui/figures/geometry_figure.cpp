// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_kinds.h"

#include "ui/document/stage_source.h"
#include "ui/figures/figure_parts.h"
#include "ui/plots/geometry/plane_drawing.h"
#include "ui/plots/geometry/plane_regions.h"

#include <algorithm>

namespace lab {

namespace {

// In the theme's points.
constexpr double defaultPlaneWidth = 400;
constexpr double planeGap = 6; // under the title, and above the notes

struct PlaneSheet {
    QString title, notes;
    PlaneScene scene;
    int planeTop = 0, notesTop = 0;
    QSize size;
};

int heightOf(const QString& text, const QFont& font, int width) {
    const QRect wide(0, 0, width, QWIDGETSIZE_MAX);
    return text.isEmpty() ? 0 : QFontMetrics(font).boundingRect(wide, Qt::TextWordWrap, text).height();
}

PlaneSheet planeSheet(PlaneContent content, const GeometryFigure& figure, const FigureLook& look,
                      const QString& title, const Theme& theme, int room) {
    PlaneSheet sheet;
    sheet.title = look.title.value_or(title);
    sheet.notes = content.notes.join(QLatin1Char('\n'));
    const QFont strong = theme.font(TextRole::strong), small = theme.font(TextRole::small);
    const int width = std::max({room, leastPlaneSize(theme).width(),
                                static_cast<int>(QFontMetricsF(strong).horizontalAdvance(sheet.title)) + 1});
    const int gap = theme.px(planeGap);
    sheet.planeTop = sheet.title.isEmpty() ? 0 : QFontMetrics(strong).height() + gap;
    sheet.scene = planeScene(std::move(content), look.numbers ? figure.numbers : FootNumbers::none, theme,
                             {width, width});
    sheet.scene.hasAxisNames = look.axisNames;
    sheet.scene.regions = planeRegions(sheet.scene, {}, theme);
    if (!sheet.scene.regions.note.isEmpty())
        sheet.notes += (sheet.notes.isEmpty() ? QString() : QStringLiteral("\n")) + sheet.scene.regions.note;
    sheet.notesTop = sheet.planeTop + sheet.scene.size.height() + gap;
    const int notes = heightOf(sheet.notes, small, width);
    sheet.size = {width, notes == 0 ? sheet.notesTop - gap : sheet.notesTop + notes};
    return sheet;
}

} // namespace

FigureDrawing drawn(StageSource& stages, const GeometryFigure& figure, const FigureLook& look) {
    const Dimensions d = dimensions(stages.experiment());
    const TokenIndex query = std::min(figure.query.value_or(d.n_q - 1), d.n_q - 1);
    const auto shown = shownVectors(stages, figure.head, query, true);
    if (!shown)
        return {}; // never happens in a document with tokens
    const GeometryContent content =
        geometryContent(stages, *shown, planesOf(shown->vectors, figure.axes), figure.regions);
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const double unit = unitOf(*theme, look);
    const int room = roomOf(*theme, unit, look).value_or(theme->px(defaultPlaneWidth));
    const auto sheet = std::make_shared<PlaneSheet>(planeSheet(
        content.of(figure.kind), figure, look, figureTitle(stages.experiment(), figure), *theme, room));
    const auto drawing = std::make_shared<PlaneDrawing>(*theme);
    return drawingWith(theme, unit, sheet->size,
                       [theme, sheet, drawing](QCPPainter& painter, const DrawProgress& /*progress*/) {
                           painter.setFont(theme->font(TextRole::strong));
                           painter.setPen(theme->colours().text);
                           painter.drawText(QRect(QPoint(0, 0), sheet->size), Qt::AlignLeft | Qt::AlignTop,
                                            sheet->title);
                           painter.save();
                           painter.translate(0, sheet->planeTop);
                           drawing->paint(painter, sheet->scene);
                           painter.restore();
                           painter.setFont(theme->font(TextRole::small));
                           painter.setPen(theme->colours().muted);
                           painter.drawText(QRect(QPoint(0, sheet->notesTop), sheet->size),
                                            Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sheet->notes);
                           return std::vector<CutText>();
                       });
}

} // namespace lab
