// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"
#include "app/commands/draw_request.h"
#include "app/commands/export_data.h"
#include "app/commands/export_script.h"
#include "app/commands/figure_options.h"

#include "ui/figures/figure_file.h"
#include "ui/text/alternatives.h"

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

std::string place_of_snapshot(const std::string& name) {
    return "snapshot \"" + name + "\"";
}

/// The snapshot to compare with, by its name. Fails if the document has none of that name.
Result<Snapshot> snapshot_named(const Experiment& experiment, const std::string& name) {
    const auto found = std::ranges::find(experiment.snapshots, name, &Snapshot::name);
    if (found != experiment.snapshots.end())
        return *found;
    std::string names;
    for (const Snapshot& each : experiment.snapshots)
        names += (names.empty() ? "\"" : ", \"") + each.name + "\"";
    return Error{{},
                 place_of_snapshot(name),
                 "not in this document",
                 names.empty() ? "a document with snapshots" : names};
}

/// `snapshot`: the one to compare with, where that is asked for.
int draw(ExportRequest request, const std::string& snapshot) {
    const Result<Experiment> read = read_document(request.file);
    if (!read)
        return fail(read.error());
    if (auto* compare = std::get_if<CompareFigure>(&request.view)) {
        const Result<Snapshot> against = snapshot_named(read.value(), snapshot);
        if (!against)
            return fail_in(request.file, against.error());
        compare->against = against.value();
        request.against = place_of_snapshot(snapshot);
    }
    return draw_request(read.value(), std::move(request));
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
    QCommandLineOption query{QStringLiteral("query"),
                             QStringLiteral("Of geometry-scores and geometry-output, the query, from 0; "
                                            "otherwise the last one."),
                             QStringLiteral("N")};
    QCommandLineOption axes{QStringLiteral("axes"),
                            QStringLiteral("Of the same, the plane: two features, as 1,2; pca, the two "
                                           "principal components; or best, that of the query and the key "
                                           "that it attends to most. Otherwise 1,2, or best where vectors "
                                           "have more than two features."),
                            QStringLiteral("AXES")};
    QCommandLineOption regions{QStringLiteral("regions"),
                               QStringLiteral("Of geometry-scores: colours each place by the key that would "
                                              "be attended to most if the query stood there.")};
    LookOptions look;

    /// Those that only planes have.
    QList<QCommandLineOption> of_planes() const { return {query, axes, regions}; }
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
    if (!info(request.format).hasPages)
        return request.out == QLatin1String(standard_stream)
                   ? QStringLiteral("a handout needs --format pdf")
                   : QStringLiteral("\"%1\" does not end with .pdf, which a handout needs").arg(request.out);
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
    for (const QCommandLineOption& option : {options.stages, options.look.mark, options.look.no_numbers}) {
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

/// Reads the query and the axes of a plane; returns what is wrong with them, if anything.
std::optional<QString> read_plane(const QCommandLineParser& parser, const ViewOptions& options,
                                  ExportRequest& request) {
    auto* plane = std::get_if<GeometryFigure>(&request.view);
    for (const QCommandLineOption& option : options.of_planes()) {
        if (parser.isSet(option) && !plane)
            return QStringLiteral("--%1 goes with --view geometry-scores and geometry-output")
                .arg(option.names().constFirst());
    }
    if (parser.isSet(options.query)) {
        bool isNumber = false;
        plane->query = parser.value(options.query).toInt(&isNumber);
        if (!isNumber || *plane->query < 0)
            return QStringLiteral("--query \"%1\" is no whole number from 0")
                .arg(parser.value(options.query));
    }
    if (parser.isSet(options.regions)) {
        if (plane->kind != PlaneKind::scores)
            return QStringLiteral("--regions goes with --view geometry-scores");
        plane->regions = true;
    }
    if (!parser.isSet(options.axes))
        return std::nullopt;
    const Result<PlaneChoice> axes = plane_choice(parser.value(options.axes).toStdString(), "--axes");
    if (!axes)
        return QString::fromStdString(axes.error().message());
    plane->axes = axes.value();
    return std::nullopt;
}

int export_view(const QCommandLineParser& parser, const ViewOptions& options, ExportRequest request) {
    const QString command = QString::fromLatin1(subcommand);
    const QString name = parser.value(options.view);
    const std::optional<Figure> view = view_named(name, request.head);
    if (!view)
        return misuse(command,
                      QStringLiteral("there is no view \"%1\"; there are %2").arg(name, view_names()));
    if (const auto problem = read_format(parser, options.look, request))
        return misuse(command, *problem);
    if (hasPages(*view)) {
        if (const auto problem = problem_of_pages(parser, options.look, request))
            return misuse(command, *problem);
    }
    request.view = *view;
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
    if (const auto problem = read_plane(parser, options, request))
        return misuse(command, *problem);
    request.look.onePage = parser.isSet(options.one_page);
    if (parser.isSet(options.stages)) {
        if (const auto problem = read_stages(parser.value(options.stages), request))
            return misuse(command, *problem);
    }
    const auto* stage = std::get_if<StageFigure>(&request.view);
    if (parser.isSet(QStringLiteral("head")) &&
        (!headOf(request.view) || (stage && !info(stage->stage).per_head)))
        remark("--head changes nothing: " + name.toStdString() +
               (std::holds_alternative<HeadsFigure>(request.view) ? " has all heads, and --heads chooses some"
                                                                  : " belongs to no head"));
    return draw(std::move(request), parser.value(options.against).toStdString());
}

/// An option that figures alone have, although no figure is asked for.
std::optional<QString> stray_option(const QCommandLineParser& parser, const ViewOptions& options) {
    QList<QCommandLineOption> figures_alone = options.look.all();
    figures_alone += options.of_handouts();
    figures_alone += options.of_planes();
    figures_alone += options.against;
    for (const QCommandLineOption& option : figures_alone) {
        if (parser.isSet(option) && option.names() != options.look.format.names())
            return QStringLiteral("--%1 goes with --view").arg(option.names().constFirst());
    }
    return std::nullopt;
}

/// `format`: what is said of standard output, or nothing.
int export_numbers(DataRequest request, const QString& format) {
    const bool is_standard = request.out == QLatin1String(standard_stream);
    if (is_standard == format.isEmpty())
        return misuse(QString::fromLatin1(subcommand),
                      is_standard ? QStringLiteral("-o - needs --format, as csv or npy")
                                  : QStringLiteral(
                                        "--format goes with -o -; otherwise the ending of the file says it"));
    request.ending = is_standard ? QStringLiteral("numbers.") + format : request.out;
    return export_data(request);
}

} // namespace

int run_export(const QStringList& arguments) {
    const QString command = QString::fromLatin1(subcommand);
    CommandParser parser;
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
    parser.addOptions(options.of_planes());
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
                     : export_numbers({file, parser.value(data), asked_head, parser.value(out), {}},
                                      parser.value(options.look.format));
    }
    ExportRequest request;
    request.file = file;
    request.out = parser.value(out);
    request.head = asked_head.value_or(0);
    return export_view(parser, options, std::move(request));
}

} // namespace lab
