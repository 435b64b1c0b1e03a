// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"
#include "app/commands/export_data.h"
#include "app/commands/export_script.h"
#include "app/commands/figure_limits.h"
#include "app/commands/figure_options.h"

#include "ui/document/fixed_stages.h"
#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/figure_shape.h"
#include "ui/figures/units.h"
#include "ui/plots/compare/comparison.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/text/alternatives.h"

#include "core/base/number_format.h"
#include "core/experiment/validate.h"
#include "core/lesson/lesson_step.h"
#include "ui/figures/draw_figure.h"

#include <algorithm>

namespace lab {

namespace {

constexpr const char* subcommand = "export";

QString view_names() {
    QStringList names;
    for (const Figure& view : allFigures())
        names += figureName(view);
    return names.join(QStringLiteral(", "));
}

std::optional<Figure> view_named(const QString& asked, HeadIndex head) {
    for (const Figure& view : allFigures()) {
        if (figureName(view) == asked)
            return ofHead(view, head);
    }
    return std::nullopt;
}

/// The requested comparison. Fails if the document has no such snapshot or cannot be compared with it.
Result<Figure> with_snapshot_of(const Experiment& experiment, const ExportRequest& request) {
    auto compare = std::get<CompareFigure>(request.view);
    const std::string wanted = request.against.toStdString();
    const auto found = std::ranges::find(experiment.snapshots, wanted, &Snapshot::name);
    const std::string place = "snapshot \"" + wanted + "\"";
    if (found == experiment.snapshots.end()) {
        std::string names;
        for (const Snapshot& each : experiment.snapshots)
            names += (names.empty() ? "\"" : ", \"") + each.name + "\"";
        return Error{request.file, place, "not in this document",
                     names.empty() ? "a document with snapshots" : names};
    }
    compare.against = *found;
    if (const QString why =
            whyNotCompared(*found->experiment, experiment, request.against, compare.stage, compare.head);
        !why.isEmpty())
        return Error{request.file, place, why.chopped(1).toStdString(), {}};
    return Figure(compare);
}

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

/// Why the requested figure of a document cannot be drawn.
std::optional<Error> problem_of_figure(const Experiment& experiment, const ExportRequest& request,
                                       const std::string& place, FigureFormat format) {
    const auto* handout = std::get_if<HandoutFigure>(&request.view);
    if (handout && handout->isLesson)
        return problem_of_lesson(experiment, format);
    if (std::optional<Error> problem = without_tokens(experiment))
        return problem;
    if (!std::holds_alternative<CompareFigure>(request.view) && !hasFigure(experiment, request.view))
        return Error{{}, place, "not computed for this document", "another stage"};
    if (std::optional<Error> problem = without_head(experiment, request.head))
        return problem;
    std::optional<Error> problem = too_large_to_draw(experiment, request.view, format);
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

int draw(ExportRequest request) {
    const Result<Experiment> read = read_document(request.file);
    if (!read)
        return fail(read.error());
    const Experiment experiment = with_colours_of(read.value(), request);
    const bool is_stage = std::holds_alternative<StageFigure>(request.view);
    const std::string place = (is_stage ? "stage " : "view ") + figureName(request.view).toStdString();
    const bool compares = std::holds_alternative<CompareFigure>(request.view);
    const FigureFormat format = *figureFormat(request.out);
    if (const auto problem = problem_of_figure(experiment, request, place, format))
        return fail_in(request.file, *problem);
    if (compares) {
        const Result<Figure> view = with_snapshot_of(experiment, request);
        if (!view)
            return fail(view.error());
        request.view = view.value();
    }
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
    if (const auto problem = scaleProblem(drawing, format, request.scale))
        return fail({request.file, place, problem->toStdString(), {}});
    const Result<QByteArray> bytes = figureFile(drawing, format, request.scale);
    if (!bytes)
        return fail_in(bytes_of(request.out), bytes.error());
    const int code = deliver(bytes.value().toStdString(), request.out);
    if (code == exit_done && request.look.onePage && drawing.pages > 1)
        remark(bytes_of(request.out) + ": " + std::to_string(drawing.pages) +
               " pages; all of it cannot be read on one page, --stages leaves stages out");
    if (code == exit_done && drawing.drawPage && isTooSmallToRead(drawing.fontSize))
        remark(bytes_of(request.out) + ": letters of " + display(drawing.fontSize, 1) +
               " pt are too small to read; --stages leaves stages out, and without --one-page it has several "
               "pages");
    if (code == exit_done && !isImage(format) && !drawing.drawPage && drawing.largest > manyCells)
        remark(bytes_of(request.out) + ": with " + std::to_string(drawing.cells) +
               " rectangles it opens slowly; PNG, and --rasterise, draw one image instead");
    return code;
}

/// The options that only figures have.
struct ViewOptions {
    QCommandLineOption view{QStringLiteral("view"), QStringLiteral("What to draw: %1.").arg(view_names()),
                            QStringLiteral("NAME")};
    QCommandLineOption against{QStringLiteral("against"),
                               QStringLiteral("The snapshot that compare shows beside the document."),
                               QStringLiteral("SNAPSHOT")};
    QCommandLineOption stages{QStringLiteral("stages"),
                              QStringLiteral("The stages on a handout, with commas between them; otherwise "
                                             "all."),
                              QStringLiteral("NAMES")};
    QCommandLineOption one_page{QStringLiteral("one-page"),
                                QStringLiteral("Fits a handout on one page, if it can still be read.")};
    QCommandLineOption lesson{QStringLiteral("lesson"),
                              QStringLiteral("A handout of the document's lesson: steps and questions, and "
                                             "boxes and lines to write on.")};
    QCommandLineOption solution{QStringLiteral("solution"),
                                QStringLiteral("With --lesson: with the answers.")};
    LookOptions look;

    /// Those that only handouts have.
    QList<QCommandLineOption> of_handouts() const { return {stages, one_page, lesson, solution}; }
};

/// Reads which stages a handout shows; returns what is wrong with them, if anything.
std::optional<QString> read_stages(const QString& names, ExportRequest& request) {
    request.stages.emplace();
    for (const QString& each : names.split(QLatin1Char(','))) {
        const auto stage = stage_named(each.trimmed().toStdString());
        if (!stage)
            return QStringLiteral("there is no stage \"%1\"; there are %2")
                .arg(each.trimmed(), stage_names());
        request.stages->push_back(*stage);
    }
    return std::nullopt;
}

/// What does not go with a figure of pages.
std::optional<QString> problem_of_pages(const QCommandLineParser& parser, const LookOptions& look,
                                        const ExportRequest& request) {
    if (!info(*figureFormat(request.out)).hasPages)
        return QStringLiteral("\"%1\" does not end with .pdf, which a handout needs").arg(request.out);
    for (const QCommandLineOption& option : {look.scale, look.width, look.preset}) {
        if (parser.isSet(option))
            return QStringLiteral("--%1 does not go with a handout, whose pages are A4")
                .arg(option.names().constFirst());
    }
    return std::nullopt;
}

/// Reads whether a handout is of a lesson; returns what does not go with that, if anything.
std::optional<QString> read_lesson_options(const QCommandLineParser& parser, const ViewOptions& options,
                                           ExportRequest& request) {
    auto* handout = std::get_if<HandoutFigure>(&request.view);
    if (!parser.isSet(options.lesson))
        return parser.isSet(options.solution)
                   ? std::optional(QStringLiteral("--solution goes with --lesson alone"))
                   : std::nullopt;
    for (const QCommandLineOption& option :
         {options.stages, options.one_page, options.look.mark, options.look.no_numbers}) {
        if (parser.isSet(option))
            return QStringLiteral("--%1 does not go with --lesson, whose steps say what is shown")
                .arg(option.names().constFirst());
    }
    if (parser.isSet(QStringLiteral("head")))
        return QStringLiteral("--head does not go with --lesson, whose steps say what is shown");
    handout->isLesson = true;
    handout->hasSolution = parser.isSet(options.solution);
    return std::nullopt;
}

int export_view(const QCommandLineParser& parser, const ViewOptions& options, ExportRequest request) {
    const QString command = QString::fromLatin1(subcommand);
    const QString name = parser.value(options.view);
    const std::optional<Figure> view = view_named(name, request.head);
    if (!view)
        return misuse(command,
                      QStringLiteral("there is no view \"%1\"; there are %2").arg(name, view_names()));
    if (!figureFormat(request.out))
        return misuse(
            command,
            QStringLiteral("\"%1\" does not end with %2").arg(request.out, alternatives(figureEndings())));
    if (hasPages(*view)) {
        if (const auto problem = problem_of_pages(parser, options.look, request))
            return misuse(command, *problem);
    }
    request.view = *view;
    request.against = parser.value(options.against);
    const bool compares = std::holds_alternative<CompareFigure>(request.view);
    if (compares != parser.isSet(options.against))
        return misuse(command, compares ? QStringLiteral("--view compare needs --against SNAPSHOT")
                                        : QStringLiteral("--against goes with --view compare"));
    if (const auto problem = read_look(parser, options.look, request))
        return misuse(command, *problem);
    for (const QCommandLineOption& option : options.of_handouts()) {
        if (parser.isSet(option) && !hasPages(request.view))
            return misuse(command,
                          QStringLiteral("--%1 goes with --view handout").arg(option.names().constFirst()));
    }
    if (const auto problem = read_lesson_options(parser, options, request))
        return misuse(command, *problem);
    request.look.onePage = parser.isSet(options.one_page);
    if (parser.isSet(options.stages)) {
        if (const auto problem = read_stages(parser.value(options.stages), request))
            return misuse(command, *problem);
    }
    return draw(std::move(request));
}

/// An option that figures alone have, although no figure is asked for.
std::optional<QString> stray_option(const QCommandLineParser& parser, const ViewOptions& options) {
    QList<QCommandLineOption> figures_alone = options.look.all();
    figures_alone += options.of_handouts();
    figures_alone += options.against;
    for (const QCommandLineOption& option : figures_alone) {
        if (parser.isSet(option))
            return QStringLiteral("--%1 goes with --view").arg(option.names().constFirst());
    }
    return std::nullopt;
}

} // namespace

int run_export(const QStringList& arguments) {
    const QString command = QString::fromLatin1(subcommand);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Draws a view of a document, with no display needed, or writes its numbers or a "
                       "program that computes it."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const ViewOptions options;
    const QCommandLineOption data(QStringLiteral("data"),
                                  QStringLiteral("Which numbers to write, to %1, or all to .npz: %2.")
                                      .arg(QLatin1String(data_extensions), data_names()),
                                  QStringLiteral("NAME"));
    const QCommandLineOption script(
        QStringLiteral("script"),
        QStringLiteral(
            "A Python program with the document's numbers: pytorch or numpy, to .py or .ipynb; or a "
            "spreadsheet with formulas, to .xlsx."),
        QStringLiteral("KIND"));
    const QCommandLineOption out(
        QStringLiteral("o"),
        QStringLiteral("The file to write; a figure is %1.").arg(alternatives(figureEndings())),
        QStringLiteral("OUT"));
    const QCommandLineOption head(QStringLiteral("head"),
                                  QStringLiteral("The head, from 0; otherwise 0, in .npy all of them."),
                                  QStringLiteral("N"));
    parser.addOptions({options.view, data, script, out, head, options.against});
    parser.addOptions(options.of_handouts());
    parser.addOptions(options.look.all());
    if (const auto done = parse(parser, command, arguments))
        return *done;

    if (parser.positionalArguments().size() != 1)
        return misuse(command, QStringLiteral("export takes one file"));
    if (parser.isSet(script))
        return export_script(parser);
    const std::string file = bytes_of(parser.positionalArguments().constFirst());
    if (parser.isSet(options.view) == parser.isSet(data) || parser.value(out).isEmpty())
        return misuse(command,
                      QStringLiteral("export needs --view NAME, --data NAME or --script KIND, and -o OUT"));
    std::optional<HeadIndex> asked_head;
    if (parser.isSet(head)) {
        bool isNumber = false;
        asked_head = parser.value(head).toInt(&isNumber);
        if (!isNumber || *asked_head < 0)
            return misuse(command,
                          QStringLiteral("--head \"%1\" is no whole number from 0").arg(parser.value(head)));
    }
    if (parser.isSet(data)) {
        const auto stray = stray_option(parser, options);
        return stray ? misuse(command, *stray)
                     : export_data({file, parser.value(data), asked_head, parser.value(out)});
    }
    ExportRequest request;
    request.file = file;
    request.out = parser.value(out);
    request.head = asked_head.value_or(0);
    return export_view(parser, options, std::move(request));
}

} // namespace lab
