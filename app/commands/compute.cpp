// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "core/experiment/validate.h"
#include "core/io/document_file.h"
#include "core/io/result_json.h"

namespace lab {

int run_compute(const QStringList& arguments) {
    const QString name = QStringLiteral("compute");
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Computes a document and prints every stage, as JSON."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption out(QStringLiteral("o"),
                                 QStringLiteral("Where to write, instead of standard output."),
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
    for (const QString& wanted : parser.values(stage)) {
        const std::optional<StageId> id = stage_named(wanted.toStdString());
        if (!id)
            return misuse(
                name, QStringLiteral("there is no stage \"%1\"; there are %2").arg(wanted, stage_names()));
        stages.push_back(*id);
    }
    const std::string file = bytes_of(parser.positionalArguments().constFirst());
    const Result<Experiment> experiment = load_experiment(file);
    if (!experiment)
        return fail(experiment.error());
    for (const StageId id : stages) {
        if (!has_stage(experiment.value(), id))
            return fail({file, "stage " + std::string(info(id).name), "not computed for this document",
                         "another stage"});
    }
    if (std::optional<Error> problem = without_tokens(experiment.value())) {
        problem->file = file;
        return fail(*problem);
    }
    const StreamedTrace trace(experiment.value());
    return deliver([&](const TakeBytes& take) { write_result(experiment.value(), trace, stages, take); },
                   parser.value(out));
}

} // namespace lab
