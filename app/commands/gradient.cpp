// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"
#include "app/commands/loss.h"

#include "core/engine/backward.h"
#include "core/io/data_file.h"
#include "core/io/gradient_file.h"

#include <system_error>

namespace lab {

namespace {

struct GradientRequest {
    std::string file;
    CellRef cell;
    std::optional<LossRequest> loss; ///< in place of the cell
    QString out;
};

/// The error's file is empty if it is about the document.
Result<Target> read_target(const Experiment& experiment, const GradientRequest& request) {
    if (request.loss)
        return read_loss(experiment, *request.loss);
    if (const std::optional<Error> problem = without_cell(experiment, request.cell))
        return *problem;
    CellRef cell = request.cell;
    cell.head = info(cell.stage).per_head ? cell.head : 0;
    return Target(cell);
}

int deliver_gradient(const Experiment& experiment, const Gradient& gradient, const QString& out) {
    if (!is_npz(bytes_of(out)))
        return deliver(gradient_json(experiment, gradient), out);
    const Result<NpzFile> made = gradient_arrays(experiment, gradient);
    if (!made)
        return fail(made.error());
    try {
        return deliver([&](const TakeBytes& take) { made.value().write(take); }, out);
    } catch (const std::system_error& error) {
        return fail({"temporary file", {}, "cannot be read: " + error.code().message(), {}});
    }
}

int answer_gradient(const GradientRequest& request) {
    const Result<Experiment> experiment = read_document(request.file);
    if (!experiment)
        return fail(experiment.error());
    const Result<Target> target = read_target(experiment.value(), request);
    if (!target)
        return fail_about(request.file, target.error());
    const Result<Gradient> found = gradient(experiment.value(), target.value());
    if (!found)
        return fail_in(request.file, found.error());
    return deliver_gradient(experiment.value(), found.value(), request.out);
}

/// What is wrong with the options, whatever the document.
std::optional<QString> problem_of_gradient(const QCommandLineParser& parser) {
    const auto is_set = [&](const char* name) { return parser.isSet(QLatin1String(name)); };
    const bool of_cell = is_set("of") && is_set("cell") && !is_set("loss") && !is_set("target");
    const bool of_loss = is_set("loss") && is_set("target") && !is_set("of") && !is_set("cell");
    if (!of_cell && !of_loss)
        return QStringLiteral("gradient needs --of STAGE and --cell R,C, or --loss NAME and --target T");
    if (of_loss) {
        if (auto problem = problem_of_loss(parser))
            return problem;
    }
    const QString out = parser.value(QStringLiteral("o"));
    if (is_set("o") && !is_npz(bytes_of(out)) && !out.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return QStringLiteral("\"%1\" does not end with %2").arg(out, QLatin1String(gradient_extensions));
    return std::nullopt;
}

} // namespace

int run_gradient(const QStringList& arguments) {
    const QString name = QStringLiteral("gradient");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Says how a number changes with every parameter, in small steps: its derivatives, by "
                       "one backward pass. Or a loss, which is small where weights or the output are as "
                       "wanted."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption of(QStringLiteral("of"), QStringLiteral("Whose number: %1.").arg(stage_names()),
                                QStringLiteral("STAGE"));
    const QCommandLineOption head(QStringLiteral("head"), QStringLiteral("The head, from 0."),
                                  QStringLiteral("N"), QStringLiteral("0"));
    const QCommandLineOption cell(
        QStringLiteral("cell"),
        QStringLiteral("Its row and column, from 0, as results have them; the column after the last one of "
                       "weights is what a sink takes."),
        QStringLiteral("R,C"));
    const QCommandLineOption out(QStringLiteral("o"),
                                 QStringLiteral("Where to write, %1, instead of JSON on standard output.")
                                     .arg(QLatin1String(gradient_extensions)),
                                 QStringLiteral("OUT"));
    parser.addOptions({of, head, cell});
    add_loss_options(parser);
    parser.addOption(out);
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("gradient takes one file"));
    if (const auto problem = problem_of_gradient(parser))
        return misuse(name, *problem);
    GradientRequest request;
    const QString stage = parser.isSet(of) ? parser.value(of) : QStringLiteral("weights");
    if (const auto problem = read_stage(stage, parser.value(head), request.cell.stage, request.cell.head))
        return misuse(name, *problem);
    if (parser.isSet(cell)) {
        if (const auto problem = read_cell(parser.value(cell), request.cell))
            return misuse(name, *problem);
    }
    request.file = bytes_of(parser.positionalArguments().constFirst());
    if (!parser.isSet(of))
        request.loss = loss_request(parser, request.cell.head);
    request.out = parser.value(out);
    return answer_gradient(request);
}

} // namespace lab
