// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_parts.h"

#include "ui/document/stage_source.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <algorithm>
#include <cmath>

namespace lab {

std::shared_ptr<Theme> figureTheme(const FigureLook& look) {
    auto theme = std::make_shared<Theme>();
    theme->setMode(look.background == FigureLook::Background::dark ? ColourMode::dark : ColourMode::light);
    theme->setScale(Theme::largestScale);
    return theme;
}

double unitOf(const Theme& theme, const FigureLook& look) {
    return look.fontSize / theme.font(TextRole::small).pixelSize();
}

std::optional<int> roomOf(const Theme& theme, double unit, const FigureLook& look) {
    if (!look.width)
        return std::nullopt;
    return static_cast<int>(
        std::floor(*look.width / unit - 2 * theme.px(figureMargin) + 1e-6)); // tolerates rounding
}

void completeForFigure(StageSource& stages, StageId id, HeadIndex head) {
    if (holds_weights(id))
        stages.completeView(StageId::masked_scores, head);
    stages.completeView(id, head);
    if (viewSettings(stages.experiment()).range == ColourRange::shared) {
        for (const StageInfo& stage : all_stages())
            stages.completeView(stage.id, head); // each contributes to the range
    }
}

HeatmapContent figureContent(StageSource& stages, StageId id, HeadIndex head) {
    completeForFigure(stages, id, head);
    return stageContent(stages, id, head, false);
}

HeatmapForm heatmapForm(const FigureLook& look) {
    HeatmapForm form;
    form.axisNames = look.axisNames;
    form.colourBar = look.colourBar;
    form.cellsAsImage = look.cellsAsImage;
    form.seamless = true;
    form.smallestLabels = std::min(1.0, leastReadable / look.fontSize);
    return form;
}

FigureSheet::Form sheetForm(const QString& title, const FigureLook& look, int room) {
    FigureSheet::Form form;
    form.title = look.title.value_or(title);
    form.numbers = look.numbers;
    form.width = room;
    form.heatmap = heatmapForm(look);
    return form;
}

namespace {

constexpr double widestWithNumbers = 4000;

/// The most detailed density that fits.
Density densityOf(const HeatmapContent& content, const Theme& theme, const FigureLook& look,
                  const HeatmapForm& form) {
    HeatmapForm natural = form;
    natural.width.reset();
    const auto fits = [&](Density density, double room) {
        return heatmapMetrics(content, theme, density, natural).size.width() <= room;
    };
    for (const Density density : {Density::digits, Density::two_decimals}) {
        if (look.numbers && fits(density, form.width.value_or(theme.px(widestWithNumbers))))
            return density;
    }
    for (const Density density : {Density::large_colour, Density::colour}) {
        if (form.width || fits(density, theme.px(defaultWidthLimit)))
            return density;
    }
    return Density::small_colour;
}

} // namespace

FigureDrawing matrixFigure(const std::shared_ptr<Theme>& theme, const FigureLook& look,
                           HeatmapContent content, const HeatmapMarkSet& marks) {
    const double unit = unitOf(*theme, look);
    content.title = look.title.value_or(content.title);
    const Index cells = content.matrix->size();
    HeatmapForm form = heatmapForm(look);
    form.title = !content.title.isEmpty();
    form.width = roomOf(*theme, unit, look);
    const Density density = densityOf(content, *theme, look, form);
    if (!form.width && density == Density::small_colour)
        form.width = std::min<double>(heatmapMetrics(content, *theme, density, form).size.width(),
                                      theme->px(defaultWidthLimit));
    const auto heatmap = std::make_shared<MatrixHeatmap>(*theme);
    heatmap->setContent(std::move(content));
    heatmap->setMarks(marks);
    heatmap->setLook(density, form);
    FigureDrawing drawing = drawingWith(theme, unit, heatmap->metrics().size,
                                        [heatmap](QCPPainter& painter, const DrawProgress& progress) {
                                            heatmap->paint(painter, progress);
                                            return heatmap->cutLabels();
                                        });
    drawing.numbersLeftOut = look.numbers && isColourOnly(density);
    drawing.labelsLeftOut = heatmap->metrics().labelsLeftOut;
    drawing.largest = drawing.cells = cells;
    return drawing;
}

FigureDrawing sheetFigure(const std::shared_ptr<Theme>& theme, double unit,
                          const std::vector<SheetPart>& parts, const FigureSheet::Form& form) {
    Index largest = 0;
    Index cells = 0;
    for (const SheetPart& part : parts) {
        largest = std::max(largest, part.content.matrix->size());
        cells += part.content.matrix->size();
    }
    const auto sheet = std::make_shared<FigureSheet>(*theme, parts, form);
    FigureDrawing drawing =
        drawingWith(theme, unit, sheet->size(), [sheet](QCPPainter& painter, const DrawProgress& progress) {
            return sheet->paint(painter, progress);
        });
    drawing.numbersLeftOut = form.numbers && isColourOnly(sheet->density());
    drawing.labelsLeftOut = sheet->leavesOutLabels();
    drawing.largest = largest;
    drawing.cells = cells;
    return drawing;
}

FigureDrawing columnsFigure(const std::shared_ptr<Theme>& theme, const FigureLook& look, const QString& title,
                            std::vector<SheetPart> parts, int columns, const QString& footer) {
    const double unit = unitOf(*theme, look);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].startsRow = i % static_cast<std::size_t>(columns) == 0;
        parts[i].joinsPrevious = !parts[i].startsRow;
    }
    const auto room = roomOf(*theme, unit, look);
    FigureSheet::Form form = sheetForm(title, look, room.value_or(theme->px(defaultWidthLimit)));
    form.partRoom = FigureSheet::columnWidth(*theme, form.width, columns);
    form.fills = room.has_value();
    form.footer = footer;
    return sheetFigure(theme, unit, parts, form);
}

} // namespace lab
