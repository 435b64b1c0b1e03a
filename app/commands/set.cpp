// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "core/edits/set_matrices.h"
#include "core/io/document_file.h"
#include "core/io/experiment_json.h"
#include "core/io/matrix_file.h"

namespace lab {

namespace {

/// A parsed NAME=DATA argument.
struct SetRequest {
    QString name;
    MatrixTarget target;
    std::string data; ///< the file name
};

/// Parses one --matrix argument and adds it; returns what is wrong with it, if anything.
std::optional<QString> add_request(const QString& argument, std::vector<SetRequest>& requests) {
    // Split at the last =: a token may contain one, a file name seldom does.
    const qsizetype split = argument.lastIndexOf(QLatin1Char('='));
    const QString name = argument.left(split);
    const QString data = argument.mid(split + 1);
    if (split < 0 || name.isEmpty() || data.isEmpty())
        return QStringLiteral("--matrix \"%1\" is no NAME=DATA").arg(argument);
    const std::optional<MatrixTarget> target = matrix_target(name.toStdString());
    if (!target)
        return QStringLiteral("there is no matrix \"%1\"; there are %2")
            .arg(name, QString::fromStdString(matrix_target_names()));
    for (const SetRequest& other : requests) {
        if (other.name == name)
            return QStringLiteral("--matrix gives \"%1\" twice").arg(name);
    }
    if (!has_matrix_extension(bytes_of(data)))
        return QStringLiteral("\"%1\" does not end with %2").arg(data, QLatin1String(matrix_extensions));
    requests.push_back({name, *target, bytes_of(data)});
    return std::nullopt;
}

int replace(const std::string& file, const std::vector<SetRequest>& requests, const QString& out) {
    const Result<Experiment> experiment = load_experiment(file);
    if (!experiment)
        return fail(experiment.error());
    std::vector<Replacement> replacements;
    for (const SetRequest& request : requests) {
        Result<Matrix> matrix = read_matrix_file(request.data);
        if (!matrix)
            return fail(matrix.error());
        replacements.push_back({request.target, std::move(matrix).value()});
    }
    const Result<Experiment> next = with_matrices(experiment.value(), replacements);
    if (!next) {
        Error error = next.error();
        error.file = file;
        return fail(error);
    }
    return deliver(write_experiment(next.value()), out);
}

} // namespace

int run_set(const QStringList& arguments) {
    const QString name = QStringLiteral("set");
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Replaces parameters of a document by matrices from files."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption matrix(
        QStringLiteral("matrix"),
        QStringLiteral("The parameter and the file with its numbers (%1); may be given several times. "
                       "Parameters: %2. X and X_source have one row for each token.")
            .arg(QLatin1String(matrix_extensions), QString::fromStdString(matrix_target_names())),
        QStringLiteral("NAME=DATA"));
    const QCommandLineOption out(QStringLiteral("o"),
                                 QStringLiteral("Where to write the document; may be FILE."),
                                 QStringLiteral("OUT"));
    parser.addOptions({matrix, out});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("set takes one file"));
    if (!parser.isSet(matrix) || parser.value(out).isEmpty())
        return misuse(name, QStringLiteral("set needs --matrix NAME=DATA and -o OUT"));
    std::vector<SetRequest> requests;
    for (const QString& argument : parser.values(matrix)) {
        if (const auto problem = add_request(argument, requests))
            return misuse(name, *problem);
    }
    return replace(bytes_of(parser.positionalArguments().constFirst()), requests, parser.value(out));
}

} // namespace lab
