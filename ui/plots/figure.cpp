// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/figure.h"

#include "ui/document/lab_document.h"
#include "ui/plots/matrix_heatmap.h"
#include "ui/theme.h"

#include <cmath>
#include <memory>

namespace lab {

namespace {

constexpr double margin = 6; // theme's points around a figure

/// Measures are whole numbers: many to the point.
std::shared_ptr<Theme> figureTheme(const FigureLook& look) {
    auto theme = std::make_shared<Theme>();
    theme->setMode(look.background == FigureLook::Background::dark ? ColourMode::dark : ColourMode::light);
    theme->setScale(Theme::largestScale);
    return theme;
}

/// Points of the figure to one of the theme.
double unitOf(const Theme& theme, const FigureLook& look) {
    return look.fontSize / theme.font(TextRole::small).pixelSize();
}

/// A figure shows what is, however long it takes to compute.
HeatmapContent figureContent(LabDocument& document, StageId id, HeadIndex head) {
    if (id == StageId::weights)
        document.completeView(StageId::masked_scores, head);
    document.completeView(id, head);
    if (viewSettings(document.experiment()).range == ColourRange::shared) {
        for (const StageInfo& stage : all_stages())
            document.completeView(stage.id, head); // each has a part in the range
    }
    return stageContent(document, id, head, false);
}

/// The most of the numbers that has room.
Density densityOf(const HeatmapContent& content, const Theme& theme, const FigureLook& look,
                  const HeatmapForm& form) {
    if (!look.numbers)
        return Density::large_colour;
    for (const Density density : {Density::digits, Density::two_decimals}) {
        if (!form.width ||
            heatmapMetrics(content, theme, density, {form.title, {}}).size.width() <= *form.width)
            return density;
    }
    return Density::large_colour;
}

Figure stageFigure(LabDocument& document, const StagePicture& picture, const FigureLook& look) {
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const double unit = unitOf(*theme, look);
    const double border = theme->px(margin);
    HeatmapContent content = figureContent(document, picture.stage, picture.head);
    content.title = look.title.value_or(content.title);
    HeatmapForm form;
    form.title = !content.title.isEmpty();
    if (look.width)
        form.width = std::floor(*look.width / unit - 2 * border + 1e-6); // no part of a step is left over
    const Density density = densityOf(content, *theme, look, form);
    const auto heatmap = std::make_shared<MatrixHeatmap>(*theme);
    heatmap->setContent(std::move(content));
    heatmap->setForm(form);
    heatmap->setDensity(density);
    const QSizeF size = heatmap->metrics().size + 2 * QSize(theme->px(margin), theme->px(margin));
    return {size * unit,
            theme->colours().panel,
            {},
            [theme, heatmap, unit, border](QCPPainter& painter) { // the theme lives as long as its heatmap
                painter.save();
                painter.scale(unit, unit);
                painter.translate(border, border);
                heatmap->paint(painter);
                painter.restore();
            }};
}

/// The links with what is said of them.
struct LinksSheet {
    LinksScene scene;
    QString notes;
    QSize size; // in theme's points, without a margin
    int notesTop = 0;
};

LinksSheet linksSheet(LabDocument& document, const LinksPicture& picture, const FigureLook& look,
                      const Theme& theme, double width) {
    document.completeView(StageId::masked_scores, picture.head);
    document.completeView(StageId::weights, picture.head);
    LinksContent content = linksContent(document, picture.head);
    content.weights.title = look.title.value_or(content.weights.title);
    const QSize room(static_cast<int>(width), theme.px(440));
    LinksSheet sheet;
    const bool titled = !content.weights.title.isEmpty();
    sheet.scene = linksScene(std::move(content), picture.look, picture.focus, theme, room, titled);
    if (!look.numbers)
        sheet.scene.numbers.clear();
    const LinksNotes said = linksNotes(sheet.scene.content, sheet.scene.reaching, picture.look.threshold);
    sheet.notes = (said.warnings + said.remarks).join(QLatin1Char('\n'));
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

Figure linksFigure(LabDocument& document, const LinksPicture& picture, const FigureLook& look) {
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const double unit = unitOf(*theme, look);
    const double border = theme->px(margin);
    const double width = look.width ? *look.width / unit - 2 * border : theme->px(720);
    const auto sheet = std::make_shared<LinksSheet>(linksSheet(document, picture, look, *theme, width));
    const QSizeF size = QSizeF(sheet->size) + QSizeF(2 * border, 2 * border);
    return {size * unit, theme->colours().panel, {}, [theme, sheet, unit, border](QCPPainter& painter) {
                painter.save();
                painter.scale(unit, unit);
                painter.translate(border, border);
                paintLinks(painter, sheet->scene, *theme, QRectF(QPointF(0, 0), sheet->size));
                painter.setFont(theme->font(TextRole::small));
                painter.setPen(theme->colours().muted);
                painter.drawText(QRectF(0, sheet->notesTop, sheet->size.width(), sheet->size.height()),
                                 Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sheet->notes);
                painter.restore();
            }};
}

} // namespace

FigureLook figureLook(const Theme& theme) {
    FigureLook look;
    if (theme.colours().dark)
        look.background = FigureLook::Background::dark;
    return look;
}

Figure figureOf(LabDocument& document, const DrawnView& view, const FigureLook& look) {
    const auto* stage = std::get_if<StagePicture>(&view);
    Figure figure = stage ? stageFigure(document, *stage, look)
                          : linksFigure(document, std::get<LinksPicture>(view), look);
    figure.title = viewTitle(document.experiment(), view);
    // What was asked for, to the point; content that asks for more has it.
    if (look.width)
        figure.size.setWidth(std::max(*look.width, figure.size.width()));
    if (look.background == FigureLook::Background::transparent)
        figure.background = Qt::transparent;
    return figure;
}

} // namespace lab
