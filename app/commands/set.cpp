// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"

#include "core/edits/set_matrices.h"
#include "core/io/array_files.h"
#include "core/io/experiment_json.h"
#include "core/io/matrix_file.h"
#include "core/io/named_arrays.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace lab {

namespace {

/// What is done with the numbers of a --matrix, as the options before it say.
struct Reading {
    bool is_linear = false; ///< stored as torch.nn.Linear does
    bool is_transposed = false;
    bool hides_true = false; ///< a mask whose True hides
};

/// A parsed NAME=DATA argument.
struct SetRequest {
    QString name;
    MatrixTarget target;
    std::string data;                ///< the file name
    std::optional<ArrayPlace> array; ///< in a file of arrays
    Reading reading;
};

/// What is wrong with the options before a --matrix, if anything.
std::optional<QString> problem_of_reading(const SetRequest& request) {
    const Reading& reading = request.reading;
    if (reading.is_linear && reading.is_transposed)
        return QStringLiteral("--linear and --transpose before \"%1\" would undo each other")
            .arg(request.name);
    const bool is_weight = request.target.kind == MatrixTarget::Kind::parameter &&
                           info(request.target.parameter).name.starts_with("W_");
    if (reading.is_linear && !is_weight)
        return QStringLiteral("--linear is for weights, and \"%1\" has none").arg(request.name);
    if (reading.hides_true && request.target.kind != MatrixTarget::Kind::mask)
        return QStringLiteral("--mask-hidden is for mask, and not for \"%1\"").arg(request.name);
    return std::nullopt;
}

/// Where the = between name and file stands: the first one, unless the name is that of a token, which may
/// contain one as a file's may. Then it is the last one that has an existing file behind it, or the last of
/// all.
qsizetype end_of_name(const QString& argument) {
    const QLatin1Char equals('=');
    const qsizetype first = argument.indexOf(equals);
    const qsizetype last = argument.lastIndexOf(equals);
    if (first < 0 || !argument.startsWith(QLatin1String("embedding:")))
        return first;
    for (qsizetype at = last; at >= first; at = argument.lastIndexOf(equals, at - 1)) {
        const std::string data = bytes_of(argument.mid(at + 1));
        const std::optional<ArrayPlace> array = array_place(data);
        std::error_code none;
        if (std::filesystem::exists(array ? array->file : data, none))
            return at;
        if (at == 0)
            break;
    }
    return last;
}

/// Parses one --matrix argument and adds it; returns what is wrong with it, if anything.
std::optional<QString> add_request(const QString& argument, const Reading& reading,
                                   std::vector<SetRequest>& requests) {
    const qsizetype split = end_of_name(argument);
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
    SetRequest request{name, *target, bytes_of(data), array_place(bytes_of(data)), reading};
    if (request.array && request.array->array.empty())
        return QStringLiteral("\"%1\" has arrays with names: which one, as in %2:NAME")
            .arg(data, QString::fromStdString(request.array->file));
    if (!request.array && !has_matrix_extension(request.data))
        return QStringLiteral("\"%1\" does not end with %2").arg(data, QLatin1String(matrix_extensions));
    if (auto problem = problem_of_reading(request))
        return problem;
    requests.push_back(std::move(request));
    return std::nullopt;
}

/// Reads all --matrix arguments, each with the options before it; returns what is wrong, if anything.
std::optional<QString> read_requests(const QCommandLineParser& parser, std::vector<SetRequest>& requests) {
    QStringList arguments = parser.values(QStringLiteral("matrix"));
    Reading reading;
    QString last;
    for (const QString& option : parser.optionNames()) { // in the order of the command line
        if (option == QStringLiteral("matrix")) {
            if (auto problem = add_request(arguments.takeFirst(), std::exchange(reading, {}), requests))
                return problem;
            last.clear();
            continue;
        }
        if (option == QStringLiteral("o"))
            continue;
        last = option;
        reading.is_linear = reading.is_linear || option == QStringLiteral("linear");
        reading.is_transposed = reading.is_transposed || option == QStringLiteral("transpose");
        reading.hides_true = reading.hides_true || option == QStringLiteral("mask-hidden");
    }
    if (!last.isEmpty())
        return QStringLiteral("--%1 stands before the --matrix that it is for").arg(last);
    return std::nullopt;
}

Result<Matrix> read_numbers(const SetRequest& request) {
    const bool is_added = request.target.kind == MatrixTarget::Kind::parameter &&
                          request.target.parameter == ParameterId::additive;
    if (is_added && !request.reading.is_transposed) { // may be a matrix for each head
        Result<PrintedArray> read = read_given(request.data);
        return read ? Result<Matrix>(std::move(read).value().numbers) : Result<Matrix>(read.error());
    }
    const bool is_mask = is_added || request.target.kind == MatrixTarget::Kind::mask;
    const PastedNumbers allowed = is_mask ? PastedNumbers::finite_or_minus_infinity : PastedNumbers::finite;
    Result<Matrix> read = request.array
                              ? read_array(*request.array, is_mask ? ArrayUse::mask : ArrayUse::numbers)
                              : read_matrix_file(request.data, allowed);
    if (!read)
        return read;
    Matrix matrix = std::move(read).value();
    if (request.reading.is_linear || request.reading.is_transposed)
        matrix = Matrix(matrix.transpose());
    if (!request.reading.hides_true)
        return matrix;
    if (!((matrix.array() == 0) || (matrix.array() == 1)).all())
        return Error{request.data, {}, "numbers other than 0 and 1", "True and False for --mask-hidden"};
    return Matrix(1 - matrix.array());
}

int replace(const std::string& file, const std::vector<SetRequest>& requests, const QString& out) {
    const Result<Experiment> experiment = read_document(file);
    if (!experiment)
        return fail(experiment.error());
    std::vector<Replacement> replacements;
    for (const SetRequest& request : requests) {
        Result<Matrix> matrix = read_numbers(request);
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
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Replaces parameters of a document by matrices from files."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption matrix(
        QStringLiteral("matrix"),
        QStringLiteral("The parameter and the file with its numbers (%1, or an array in a file of arrays: "
                       "FILE.npz:NAME, FILE.safetensors:NAME); may be given several times. "
                       "Parameters: %2. X and X_source have one row for each token.")
            .arg(QLatin1String(matrix_extensions), QString::fromStdString(matrix_target_names())),
        QStringLiteral("NAME=DATA"));
    const QCommandLineOption linear(
        QStringLiteral("linear"),
        QStringLiteral("The next --matrix is stored as torch.nn.Linear does, outputs x inputs."));
    const QCommandLineOption transpose(QStringLiteral("transpose"),
                                       QStringLiteral("The next --matrix is transposed."));
    const QCommandLineOption mask_hidden(
        QStringLiteral("mask-hidden"),
        QStringLiteral("The next --matrix is a mask whose True hides, as PyTorch's often do."));
    const QCommandLineOption out(QStringLiteral("o"),
                                 QStringLiteral("Where to write the document; may be FILE."),
                                 QStringLiteral("OUT"));
    parser.addOptions({matrix, linear, transpose, mask_hidden, out});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("set takes one file"));
    if (!parser.isSet(matrix) || parser.value(out).isEmpty())
        return misuse(name, QStringLiteral("set needs --matrix NAME=DATA and -o OUT"));
    std::vector<SetRequest> requests;
    if (const auto problem = read_requests(parser, requests))
        return misuse(name, *problem);
    return replace(bytes_of(parser.positionalArguments().constFirst()), requests, parser.value(out));
}

} // namespace lab
