// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/draw_request.h"

#include "app/commands/command.h"
#include "app/commands/figure_limits.h"

#include "ui/document/fixed_stages.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/figure_shape.h"
#include "ui/figures/units.h"
#include "ui/plots/compare/comparison.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/board_layout.h"

#include "core/base/number_format.h"
#include "core/experiment/validate.h"
#include "core/lesson/lesson_step.h"

#include <utility>

namespace lab {

namespace {

/// Why a lesson cannot be drawn: there is none, or a step is too large.
std::optional<Error> problem_of_lesson(const Experiment& document, FigureFormat format) {
    const ReadLesson lesson = read_lesson(document);
    if (lesson.steps.empty())
        return Error{{}, "snapshots", "no step of a lesson", "a snapshot with “lesson”"};
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const Experiment& step = *document.snapshots[lesson.steps[i].snapshot].experiment;
        if (std::optional<Error> problem = too_large_to_draw(step, HandoutFigure{}, format)) {
            problem->place = "step " + std::to_string(i + 1);
            return problem;
        }
    }
    return std::nullopt;
}

/// Why a document cannot be compared with the one that the figure holds.
std::optional<Error> problem_of_comparison(const Experiment& experiment, const ExportRequest& request) {
    const auto& compare = std::get<CompareFigure>(request.view);
    const QString name = QString::fromStdString(compare.against.name);
    const QString why =
        whyNotCompared(*compare.against.experiment, experiment, name, compare.stage, compare.head);
    return why.isEmpty() ? std::nullopt
                         : std::optional(Error{{}, request.against, why.chopped(1).toStdString(), {}});
}

/// Why a plane cannot be drawn: there is no such query, or vectors do not have such features.
std::optional<Error> problem_of_geometry(const Experiment& experiment, const GeometryFigure& figure) {
    const Dimensions d = dimensions(experiment);
    if (figure.query && *figure.query >= d.n_q)
        return Error{"query " + std::to_string(*figure.query), "not in this document",
                     "0 to " + std::to_string(d.n_q - 1)};
    return figure.axes
               ? problem_of_plane(*figure.axes, figure.kind == PlaneKind::scores ? d.d_k : d.d_v, "--axes")
               : std::nullopt;
}

/// Why the requested figure of a document cannot be drawn.
std::optional<Error> problem_of_figure(const Experiment& experiment, const ExportRequest& request,
                                       const std::string& place) {
    const auto* handout = std::get_if<HandoutFigure>(&request.view);
    if (handout && handout->isLesson)
        return problem_of_lesson(experiment, request.format);
    if (std::optional<Error> problem = without_tokens(experiment))
        return problem;
    const bool compares = std::holds_alternative<CompareFigure>(request.view);
    if (!compares && !hasFigure(experiment, request.view))
        return Error{{}, place, "not computed for this document", "another stage"};
    if (std::optional<Error> problem = without_head(experiment, request.head))
        return problem;
    if (const auto* plane = std::get_if<GeometryFigure>(&request.view)) {
        if (std::optional<Error> problem = problem_of_geometry(experiment, *plane))
            return problem;
    }
    if (compares) {
        if (std::optional<Error> problem = problem_of_comparison(experiment, request))
            return problem;
    }
    std::optional<Error> problem = too_large_to_draw(experiment, request.view, request.format);
    if (problem)
        problem->place = place;
    return problem;
}

/// The handout with the requested stages. Fails if the document has no such matrix to show.
Result<Figure> with_stages_of(const Experiment& experiment, const ExportRequest& request) {
    auto handout = std::get<HandoutFigure>(request.view);
    handout.leftOut = boardStages(experiment);
    for (const StageId stage : *request.stages) {
        if (std::erase(handout.leftOut, stage) == 0)
            return Error{request.file, "stage " + std::string(info(stage).name),
                         "not computed for this document, or named twice", "other stages"};
    }
    return Figure(handout);
}

/// The links of the query, of the key, or between the two that are marked, alone. Fails if there is no such
/// token.
Result<Figure> with_links_marked(const Experiment& experiment, const ExportRequest& request) {
    const Dimensions d = dimensions(experiment);
    const auto missing = [&](const std::optional<Index>& index, Index count, const char* what) {
        return index && *index >= count
                   ? std::optional(Error{request.file, what + (" " + std::to_string(*index)),
                                         "not in this document", "0 to " + std::to_string(count - 1)})
                   : std::nullopt;
    };
    if (const auto problem = missing(request.marked_row, d.n_q, "query"))
        return *problem;
    if (const auto problem = missing(request.marked_column, d.n_k, "key"))
        return *problem;
    auto links = std::get<LinksFigure>(request.view);
    links.focus = {request.marked_row, request.marked_column,
                   request.marked_row.has_value() && request.marked_column.has_value()};
    links.isFocusAlone = true;
    links.look.showsWeaker = true; // of one token, all fit
    return Figure(links);
}

/// Says what somebody who does not look at the figure should know of it.
void remark_on(const FigureDrawing& drawing, const ExportRequest& request) {
    const auto say = [&](const std::string& text) { remark(bytes_of(request.out) + ": " + text); };
    const auto* handout = std::get_if<HandoutFigure>(&request.view);
    if (request.look.onePage && drawing.pages > 1)
        say(std::to_string(drawing.pages) + " pages; all of it cannot be read on one page" +
            (handout && handout->isLesson ? "" : ", --stages leaves stages out"));
    if (drawing.drawPage && isTooSmallToRead(drawing.fontSize))
        say("letters of " + display(drawing.fontSize, 1) + " pt are too small to read; " +
            (handout && handout->isLesson ? "" : "--stages leaves stages out, and ") +
            "without --one-page it has several pages");
    if (!isImage(request.format) && !request.look.cellsAsImage && !drawing.drawPage &&
        drawing.largest > manyCells)
        say("with " + std::to_string(drawing.cells) +
            " rectangles it opens slowly; PNG, and --rasterise, draw one image instead");
    constexpr double rounding = 0.5; // point
    if (request.look.width && drawing.size.width() > *request.look.width + rounding)
        say(display(drawing.size.width() / pointsPerMillimetre, 0) +
            " mm wide, more than asked for: letters of " + display(drawing.fontSize, 1) +
            " pt need that, and a smaller --font-size needs less");
    if (drawing.labelsLeftOut)
        say("not every label fits, so some are left out; a greater --width-mm or a smaller --font-size shows "
            "more");
}

} // namespace

int draw_request(const Experiment& document, ExportRequest request) {
    const Experiment experiment = with_colours_of(document, request);
    const bool is_stage = std::holds_alternative<StageFigure>(request.view);
    const std::string place = (is_stage ? "stage " : "view ") + figureName(request.view).toStdString();
    if (const auto problem = problem_of_figure(experiment, request, place))
        return fail_in(request.file, *problem);
    for (const HeadIndex head : request.heads) {
        if (const auto problem = without_head(experiment, head))
            return fail_in(request.file, *problem);
        std::get<HeadsFigure>(request.view).order.push_back(head);
    }
    if (request.stages) {
        const Result<Figure> view = with_stages_of(experiment, request);
        if (!view)
            return fail(view.error());
        request.view = view.value();
    }
    const bool is_marked = request.marked_row || request.marked_column;
    if (is_marked && std::holds_alternative<LinksFigure>(request.view)) {
        const Result<Figure> view = with_links_marked(experiment, request);
        if (!view)
            return fail(view.error());
        request.view = view.value();
    } else if (is_marked) {
        auto marks = marksAt(experiment, request.view, request.marked_row, request.marked_column);
        if (!marks)
            return fail_in(request.file, marks.error());
        request.look.marks = std::move(marks).value();
    }
    FixedStages stages(experiment);
    const FigureDrawing drawing = drawingOf(stages, request.view, request.look);
    if (const auto problem = scaleProblem(drawing, request.format, request.scale))
        return fail({request.file, place, problem->toStdString(), {}});
    const Result<QByteArray> bytes = figureFile(drawing, request.format, request.scale);
    if (!bytes)
        return fail_in(bytes_of(request.out), bytes.error());
    const int code = deliver(bytes.value().toStdString(), request.out);
    if (code == exit_done)
        remark_on(drawing, request);
    return code;
}

} // namespace lab
