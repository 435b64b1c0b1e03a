// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/figure_limits.h"

#include "core/experiment/parameter.h"
#include "ui/plots/shared/board_layout.h"

namespace lab {

namespace {

/// How much a figure draws.
struct Contents {
    double matrices = 1;
    double cells = 0;
};

Contents contents_of(const Experiment& experiment, const Figure& view) {
    const Dimensions d = dimensions(experiment);
    const auto cells = [&](StageId id) {
        const StageInfo& stage = info(id);
        return static_cast<double>(length(stage.rows, d)) * static_cast<double>(length(stage.columns, d));
    };
    const auto H = static_cast<double>(d.H);
    constexpr double compared = 3; // before, after and the difference
    if (const auto* stage = std::get_if<StageFigure>(&view))
        return {1, cells(stage->stage)};
    if (const auto* heads = std::get_if<HeadsFigure>(&view))
        return {H, H * cells(heads->stage)};
    if (const auto* compare = std::get_if<CompareFigure>(&view))
        return {compared, compared * cells(compare->stage)};
    if (std::holds_alternative<BoardFigure>(view)) {
        Contents all{0, 0};
        for (const StageId id : boardStages(experiment))
            all = {all.matrices + 1, all.cells + cells(id)};
        return all;
    }
    if (std::holds_alternative<HandoutFigure>(view)) {
        Contents all{H, H * cells(StageId::weights)};
        for (const StageId id : boardStages(experiment))
            all = {all.matrices + 1, all.cells + cells(id)};
        for (const ParameterInfo& each : all_parameters()) {
            if (const MatrixPtr matrix = parameter(experiment, each.id))
                all = {all.matrices + 1, all.cells + static_cast<double>(matrix->size())};
        }
        return all;
    }
    return {1, cells(StageId::weights)};
}

} // namespace

std::optional<Error> too_large_to_draw(const Experiment& experiment, const Figure& view,
                                       FigureFormat format) {
    // Each matrix has a heading, axes and labels, about 100 kB. Each cell's number is stored twice, as a
    // weight and as a masked score. A rectangle is about 150 bytes of SVG, held in memory several times while
    // it is written.
    constexpr double most_matrices = 2048;
    constexpr double most_cells = 1 << 26;
    constexpr double most_rectangles = 1'000'000;
    const Contents contents = contents_of(experiment, view);
    const auto error = [](double found, const char* what, double most, const std::string& expected) {
        return Error{{},
                     {},
                     QString::number(found, 'f', 0).toStdString() + what,
                     "at most " + QString::number(most, 'f', 0).toStdString() + expected};
    };
    if (contents.matrices > most_matrices)
        return error(contents.matrices, " matrices on one sheet", most_matrices, "");
    if (contents.cells > most_cells)
        return error(contents.cells, " cells", most_cells, "");
    // Large matrices of a handout are images.
    if (!isImage(format) && !hasPages(view) && contents.cells > most_rectangles)
        return error(contents.cells, " rectangles", most_rectangles,
                     " in " + figureFormatNames(false).join(QLatin1String(" and ")).toStdString() +
                         "; PNG takes more");
    return std::nullopt;
}

} // namespace lab
