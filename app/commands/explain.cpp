// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "core/describe/explained_rows.h"
#include "core/experiment/validate.h"
#include "core/io/document_file.h"
#include "core/io/explanation_text.h"

namespace lab {

namespace {

struct AskedNumber {
    std::string file;
    CellRef cell;
};

/// Why the document has no such cell; nullopt if it has.
std::optional<Error> missing(const Experiment& experiment, const AskedNumber& question) {
    const CellRef& cell = question.cell;
    const StageInfo& stage = info(cell.stage);
    const auto error = [&](std::string place, std::string found, std::string expected) {
        return Error{question.file, std::move(place), std::move(found), std::move(expected)};
    };
    if (std::optional<Error> problem = without_tokens(experiment)) {
        problem->file = question.file;
        return problem;
    }
    if (!has_stage(experiment, cell.stage))
        return error("stage " + std::string(stage.name), "not computed for this document", "another stage");
    if (std::optional<Error> problem = without_head(experiment, cell.head)) {
        problem->file = question.file;
        return problem;
    }
    const CellRef wanted{cell.stage, stage.per_head ? cell.head : 0, cell.row, cell.column};
    if (has_cell(experiment, wanted))
        return std::nullopt;
    const Dimensions d = dimensions(experiment);
    const Index rows = length(stage.rows, d);
    const Index columns = length(stage.columns, d);
    const bool has_sink = is_sink_share(experiment, {cell.stage, wanted.head, 0, columns});
    return error("cell " + std::to_string(cell.row) + "," + std::to_string(cell.column),
                 "not in the stage " + std::string(stage.name),
                 "rows 0 to " + std::to_string(rows - 1) + ", columns 0 to " +
                     std::to_string(columns - (has_sink ? 0 : 1)));
}

int answer(AskedNumber question) {
    const Result<Experiment> experiment = load_experiment(question.file);
    if (!experiment)
        return fail(experiment.error());
    if (const std::optional<Error> problem = missing(experiment.value(), question))
        return fail(*problem);
    if (!info(question.cell.stage).per_head)
        question.cell.head = 0;
    return deliver(write_markdown(explain(experiment.value(), question.cell, first_in_files)), {});
}

} // namespace

int run_explain(const QStringList& arguments) {
    const QString name = QStringLiteral("explain");
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Prints how a number was computed, step by step, as Markdown."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption stage(QStringLiteral("stage"),
                                   QStringLiteral("Whose number: %1.").arg(stage_names()),
                                   QStringLiteral("NAME"));
    const QCommandLineOption head(QStringLiteral("head"), QStringLiteral("The head, from 0."),
                                  QStringLiteral("N"), QStringLiteral("0"));
    const QCommandLineOption cell(
        QStringLiteral("cell"),
        QStringLiteral("Its row and column, from 0, as results have them; the column "
                       "after the last one of weights is what a sink takes."),
        QStringLiteral("R,C"));
    parser.addOptions({stage, head, cell});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("explain takes one file"));
    if (!parser.isSet(stage) || !parser.isSet(cell))
        return misuse(name, QStringLiteral("explain needs --stage NAME and --cell R,C"));
    CellRef asked;
    if (const auto problem = read_stage(parser.value(stage), parser.value(head), asked.stage, asked.head))
        return misuse(name, *problem);
    const QStringList place = parser.value(cell).split(QLatin1Char(','));
    const std::optional<Index> row = count_of(place.constFirst());
    const std::optional<Index> column = count_of(place.constLast());
    if (place.size() != 2 || !row || !column)
        return misuse(
            name, QStringLiteral("--cell \"%1\" is no row and column, such as 0,2").arg(parser.value(cell)));
    asked.row = *row;
    asked.column = *column;
    return answer({bytes_of(parser.positionalArguments().constFirst()), asked});
}

} // namespace lab
