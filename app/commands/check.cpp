// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "core/analysis/diagnosis/diagnosis_json.h"
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/judge.h"
#include "core/base/text_limits.h"
#include "core/experiment/validate.h"
#include "core/io/array_files.h"
#include "core/io/document_file.h"
#include "core/io/matrix_file.h"

#include <QLocale>

#include <cmath>

namespace lab {

namespace {

// What it answers.
constexpr int exit_right = 0;
constexpr int exit_wrong = 1;

struct CheckRequest {
    std::string file, data;
    Asked asked;
    std::optional<double> tolerance;
    bool as_json = false;
};

int unanswered(const Error& error) {
    fail(error);
    return exit_unanswered;
}

/// Why the document has no such stage and head; nullopt if it has. The error's file is empty.
std::optional<Error> without_stage(const Experiment& experiment, const Asked& asked) {
    if (std::optional<Error> problem = without_tokens(experiment))
        return problem;
    if (!has_stage(experiment, asked.stage))
        return Error{{},
                     "stage " + std::string(info(asked.stage).name),
                     "not computed for this document",
                     "another stage"};
    return without_head(experiment, asked.head);
}

/// One sentence a line.
std::string lines_of(const Experiment& experiment, const Diagnosis& diagnosis) {
    std::string lines;
    for (const Said& line : diagnosis_words(experiment, diagnosis, naming_in_files))
        lines += printable(text_of(line, first_in_files)) + '\n';
    return lines;
}

int check(const CheckRequest& request) {
    const Result<Experiment> read = load_experiment(request.file);
    if (!read)
        return unanswered(read.error());
    const Experiment& experiment = read.value();
    if (std::optional<Error> problem = without_stage(experiment, request.asked)) {
        problem->file = request.file;
        return unanswered(*problem);
    }
    Result<PrintedArray> read_numbers = read_given(request.data, info(request.asked.stage).name);
    if (!read_numbers)
        return unanswered(read_numbers.error());
    const PrintedArray given = with_token_rows(std::move(read_numbers).value());
    const std::optional<Diagnosis> diagnosis = judge(experiment, request.asked, given, request.tolerance);
    std::string answer =
        request.as_json ? diagnosis_json(experiment, *diagnosis) : lines_of(experiment, *diagnosis);
    if (given.has_labels && !request.as_json)
        answer += "The labels of rows and columns in " + printable(request.data) + " are left out\n";
    if (deliver(answer, {}) != exit_done)
        return exit_unanswered;
    return diagnosis->is_right ? exit_right : exit_wrong;
}

} // namespace

int run_check(const QStringList& arguments) {
    const QString name = QStringLiteral("check");
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Says whether numbers are those of a stage, and if not, which mistake makes them. "
                       "Exits with 0 if they are right, with 1 if they are wrong."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption stage(QStringLiteral("stage"),
                                   QStringLiteral("What the numbers should be: %1.").arg(stage_names()),
                                   QStringLiteral("NAME"));
    const QCommandLineOption head(QStringLiteral("head"), QStringLiteral("The head, from 0."),
                                  QStringLiteral("N"), QStringLiteral("0"));
    const QCommandLineOption data(
        QStringLiteral("data"),
        QStringLiteral("The file with the numbers (%1, or an array in a file of arrays: FILE.npz:NAME, "
                       "FILE.safetensors:NAME). Three dimensions are all heads of a stage.")
            .arg(QLatin1String(matrix_extensions)),
        QStringLiteral("DATA"));
    const QCommandLineOption tolerance(
        QStringLiteral("tolerance"),
        QStringLiteral("How far a number may be off; half of the last digit shown if not given, at least a "
                       "millionth of the largest."),
        QStringLiteral("X"));
    const QCommandLineOption json(QStringLiteral("json"),
                                  QStringLiteral("Prints the verdict as one object in JSON."));
    parser.addOptions({stage, head, data, tolerance, json});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("check takes one file"));
    if (!parser.isSet(stage) || parser.value(data).isEmpty())
        return misuse(name, QStringLiteral("check needs --stage NAME and --data DATA"));
    CheckRequest request{bytes_of(parser.positionalArguments().constFirst()),
                         bytes_of(parser.value(data)),
                         {},
                         {},
                         parser.isSet(json)};
    if (const auto problem =
            read_stage(parser.value(stage), parser.value(head), request.asked.stage, request.asked.head))
        return misuse(name, *problem);
    if (parser.isSet(tolerance)) {
        bool is_number = false;
        request.tolerance = QLocale::c().toDouble(parser.value(tolerance), &is_number);
        if (!is_number || !std::isfinite(*request.tolerance) || *request.tolerance < 0)
            return misuse(
                name, QStringLiteral("--tolerance \"%1\" is no number from 0").arg(parser.value(tolerance)));
    }
    if (!has_given_extension(request.data))
        return misuse(name, QStringLiteral("\"%1\" does not end with %2, or %3")
                                .arg(parser.value(data), QLatin1String(matrix_extensions),
                                     QLatin1String(array_extensions)));
    return check(request);
}

} // namespace lab
