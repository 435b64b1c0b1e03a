// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"

#include "core/describe/explained_rows.h"
#include "core/io/explanation_text.h"

namespace lab {

namespace {

struct AskedNumber {
    std::string file;
    CellRef cell;
};

int answer(AskedNumber question) {
    const Result<Experiment> experiment = read_document(question.file);
    if (!experiment)
        return fail(experiment.error());
    if (const std::optional<Error> problem = without_cell(experiment.value(), question.cell))
        return fail_in(question.file, *problem);
    if (!info(question.cell.stage).per_head)
        question.cell.head = 0;
    return deliver(write_markdown(explain(experiment.value(), question.cell, first_in_files)), {});
}

} // namespace

int run_explain(const QStringList& arguments) {
    const QString name = QStringLiteral("explain");
    CommandParser parser;
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
    if (const auto problem = read_cell(parser.value(cell), asked))
        return misuse(name, *problem);
    return answer({bytes_of(parser.positionalArguments().constFirst()), asked});
}

} // namespace lab
