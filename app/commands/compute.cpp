// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"

#include "core/experiment/validate.h"
#include "core/import/document_values.h"
#include "core/io/data_file.h"
#include "core/io/result_json.h"
#include "core/io/varied_data.h"

#include <utility>

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

namespace {

/// To an .npz file, or one after the other.
int deliver_arrays(const std::string& file, const Result<std::vector<NpzMember>>& members,
                   const QString& out) {
    if (!members)
        return fail_about(file, members.error());
    if (is_npz(bytes_of(out)))
        return deliver_npz(file, NpzFile::make(members.value()), out);
    return deliver([&](const TakeBytes& take) { write_arrays(members.value(), take); }, out);
}

} // namespace

int deliver_stages(const std::string& file, const Experiment& experiment, const std::vector<StageId>& stages,
                   const QString& out, bool as_arrays) {
    for (const StageId id : stages) {
        if (!has_stage(experiment, id))
            return fail({file, "stage " + std::string(info(id).name), "not computed for this document",
                         "another stage"});
    }
    if (std::optional<Error> problem = without_tokens(experiment)) {
        problem->file = file;
        return fail(*problem);
    }
    if (as_arrays || is_npz(bytes_of(out)))
        return deliver_arrays(file, result_data(experiment, stages), out);
    const StreamedTrace trace(experiment);
    return deliver([&](const TakeBytes& take) { write_result(experiment, trace, stages, take); }, out);
}

/// A result for each KEY=VALUE.
int deliver_varied(const std::string& file, const Experiment& experiment, const QStringList& values,
                   const std::vector<StageId>& stages, const QString& out) {
    std::vector<VariedDocument> documents;
    Field before = Field::description; // of the value that the next one takes the place of: both change
    for (const QString& text : values) {
        const Result<DocumentValue> value = document_value(bytes_of(text));
        if (!value)
            return misuse(QStringLiteral("compute"),
                          QString::fromStdString("--vary " + value.error().message()));
        Field field = Field::everything;
        const Result<Experiment> next = with_value(experiment, value.value(), &field);
        if (!next)
            return fail_in(file, next.error());
        if (std::optional<Error> problem = without_tokens(next.value()))
            return fail_in(file, *problem);
        for (const StageId id : stages) {
            if (!has_stage(next.value(), id))
                return fail_in(file,
                               Error{"stage " + std::string(info(id).name),
                                     "not computed with " + value.value().key + "=" + value.value().value,
                                     "another stage"});
        }
        documents.push_back(
            {next.value(), std::exchange(before, field) == field ? field : Field::everything});
    }
    return deliver_arrays(file, varied_data(std::move(documents), stages), out);
}

int run_compute(const QStringList& arguments) {
    const QString name = QStringLiteral("compute");
    CommandParser parser;
    parser.setApplicationDescription(QStringLiteral("Computes a document and prints every stage, as JSON."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption out(
        QStringLiteral("o"),
        QStringLiteral("Where to write, instead of standard output: JSON, or .npz for NumPy."),
        QStringLiteral("OUT"));
    const QCommandLineOption stage(QStringLiteral("stage"),
                                   QStringLiteral("Only this stage; may be given several times."),
                                   QStringLiteral("NAME"));
    const QCommandLineOption vary(
        QStringLiteral("vary"),
        QStringLiteral("With -o OUT.npz or --npy: a result with this value, as "
                       "normalization.temperature=0.5; may be given several times. Its arrays are "
                       "\"0/weights\", \"1/weights\" and so on."),
        QStringLiteral("KEY=VALUE"));
    const QCommandLineOption arrays(
        QStringLiteral("arrays"),
        QStringLiteral("Where {\"array\": NAME} stands in the document in place of a matrix: the .npz with "
                       "that array."),
        QStringLiteral("ARRAYS"));
    const QCommandLineOption npy(
        QStringLiteral("npy"),
        QStringLiteral(
            "Arrays for NumPy instead of JSON, which other programs read while they are computed: of "
            "each its name, a line break, and a .npy file."));
    parser.addOptions({out, stage, vary, arrays, npy});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("compute takes one file"));
    if (parser.isSet(out) && parser.value(out).isEmpty())
        return misuse(name, QStringLiteral("-o needs the name of a file"));
    const bool to_npz = is_npz(bytes_of(parser.value(out)));
    if (parser.isSet(npy) && to_npz)
        return misuse(name, QStringLiteral("--npy and -o OUT.npz are two ways to write arrays"));
    if (parser.isSet(vary) && !parser.isSet(npy) && !to_npz)
        return misuse(name, QStringLiteral("--vary needs -o OUT.npz or --npy"));

    std::vector<StageId> stages;
    if (const auto problem = read_stages(parser.values(stage), stages))
        return misuse(name, *problem);
    const std::string file = bytes_of(parser.positionalArguments().constFirst());
    const Result<Experiment> experiment = read_document(file, bytes_of(parser.value(arrays)));
    if (!experiment)
        return fail(experiment.error());
    if (parser.isSet(vary))
        return deliver_varied(file, experiment.value(), parser.values(vary), stages, parser.value(out));
    return deliver_stages(file, experiment.value(), stages, parser.value(out), parser.isSet(npy));
}

} // namespace lab
