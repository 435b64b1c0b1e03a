// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"

#include "core/experiment/validate.h"
#include "core/io/data_file.h"
#include "core/io/result_json.h"

namespace lab {

std::optional<QString> read_stages(const QStringList& names, std::vector<StageId>& stages) {
    for (const QString& wanted : names) {
        const std::optional<StageId> id = stage_named(wanted.toStdString());
        if (!id)
            return QStringLiteral("there is no stage \"%1\"; there are %2").arg(wanted, stage_names());
        stages.push_back(*id);
    }
    return std::nullopt;
}

int deliver_stages(const std::string& file, const Experiment& experiment, const std::vector<StageId>& stages,
                   const QString& out) {
    for (const StageId id : stages) {
        if (!has_stage(experiment, id))
            return fail({file, "stage " + std::string(info(id).name), "not computed for this document",
                         "another stage"});
    }
    if (std::optional<Error> problem = without_tokens(experiment)) {
        problem->file = file;
        return fail(*problem);
    }
    if (is_npz(bytes_of(out)))
        return deliver_npz(file, result_data(experiment, stages), out);
    const StreamedTrace trace(experiment);
    return deliver([&](const TakeBytes& take) { write_result(experiment, trace, stages, take); }, out);
}

int run_compute(const QStringList& arguments) {
    const QString name = QStringLiteral("compute");
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Computes a document and prints every stage, as JSON."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption out(
        QStringLiteral("o"),
        QStringLiteral("Where to write, instead of standard output: JSON, or .npz for NumPy."),
        QStringLiteral("OUT"));
    const QCommandLineOption stage(QStringLiteral("stage"),
                                   QStringLiteral("Only this stage; may be given several times."),
                                   QStringLiteral("NAME"));
    parser.addOptions({out, stage});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("compute takes one file"));
    if (parser.isSet(out) && parser.value(out).isEmpty())
        return misuse(name, QStringLiteral("-o needs the name of a file"));

    std::vector<StageId> stages;
    if (const auto problem = read_stages(parser.values(stage), stages))
        return misuse(name, *problem);
    const std::string file = bytes_of(parser.positionalArguments().constFirst());
    const Result<Experiment> experiment = read_document(file);
    if (!experiment)
        return fail(experiment.error());
    return deliver_stages(file, experiment.value(), stages, parser.value(out));
}

} // namespace lab
