// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"

#include "core/analysis/diagnosis/diagnosis_json.h"
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/given_run.h"
#include "core/analysis/diagnosis/judge.h"
#include "core/analysis/diagnosis/run_words.h"
#include "core/base/comma_list.h"
#include "core/base/text_limits.h"
#include "core/experiment/validate.h"
#include "core/io/array_files.h"
#include "core/io/matrix_file.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace lab {

namespace {

// What it answers.
constexpr int exit_right = 0;
constexpr int exit_wrong = 1;

struct CheckRequest {
    std::string file, data;
    std::vector<std::string> all; ///< files with all stages, in place of data
    Asked asked;
    std::optional<double> tolerance;
    bool as_json = false;
    bool one_head = false; ///< of all heads in the data, that which is asked for
};

int unanswered(const Error& error) {
    fail(error);
    return exit_unanswered;
}

/// Why the document has no such stage and head; nullopt if it has. The error's file is empty.
std::optional<Error> without_stage(const Experiment& experiment, const Asked& asked) {
    if (!has_stage(experiment, asked.stage))
        return Error{{},
                     "stage " + std::string(info(asked.stage).name),
                     "not computed for this document",
                     "another stage"};
    return without_head(experiment, asked.head);
}

/// Of an array of all heads, the matrix of the one that is asked for by number.
Result<PrintedArray> asked_head(const Experiment& experiment, const CheckRequest& request,
                                PrintedArray given) {
    if (!request.one_head || given.heads == 0 || !info(request.asked.stage).per_head)
        return given;
    if (given.heads != experiment.heads.count)
        return Error{request.data,
                     {},
                     std::to_string(given.heads) + " matrices",
                     std::to_string(experiment.heads.count) +
                         ", one for each head, of which --head chooses one"};
    return one_of(given, request.asked.head);
}

/// What was left out or changed in reading.
std::string remarks_on(const PrintedArray& given, const std::string& from) {
    std::string lines;
    if (given.has_labels)
        lines += "The labels of rows and columns in " + printable(from) + " are left out\n";
    if (given.are_percentages)
        lines += "The numbers in " + printable(from) + " are percentages and are divided by 100\n";
    return lines;
}

/// One sentence a line.
std::string lines_of(const Experiment& experiment, const Diagnosis& diagnosis) {
    std::string lines;
    for (const Said& line : diagnosis_words(experiment, diagnosis, naming_in_files))
        lines += printable(text_of(line, first_in_files)) + '\n';
    return lines;
}

int check(const Experiment& experiment, const CheckRequest& request) {
    if (std::optional<Error> problem = without_stage(experiment, request.asked)) {
        problem->file = request.file;
        return unanswered(*problem);
    }
    Result<PrintedArray> read_numbers = read_given(request.data, info(request.asked.stage).name);
    if (!read_numbers)
        return unanswered(read_numbers.error());
    const Result<PrintedArray> of_head =
        asked_head(experiment, request, with_token_rows(std::move(read_numbers).value()));
    if (!of_head)
        return unanswered(of_head.error());
    const PrintedArray& given = of_head.value();
    const std::optional<Diagnosis> diagnosis = judge(experiment, request.asked, given, request.tolerance);
    std::string answer =
        request.as_json ? diagnosis_json(experiment, *diagnosis) : lines_of(experiment, *diagnosis);
    if (!request.as_json)
        answer += remarks_on(given, request.data);
    if (deliver(answer, {}) != exit_done)
        return exit_unanswered;
    return diagnosis->is_right ? exit_right : exit_wrong;
}

std::string names_in_order(const std::vector<std::string>& names) {
    return comma_list(names, printable);
}

/// One line for what there is to say of all, then one for each array.
std::string lines_of(const Experiment& experiment, const JudgedRun& run) {
    std::string lines;
    const auto add = [&](const Said& line) { lines += printable(text_of(line, first_in_files)) + '\n'; };
    for (const Said& each : run_words(experiment, run, naming_in_files))
        add(each);
    for (const Said& each : said_of_arrays(experiment, run, naming_in_files))
        add(each);
    return lines;
}

int check_all(const Experiment& experiment, const CheckRequest& request) {
    if (std::optional<Error> problem = without_head(experiment, request.asked.head)) {
        problem->file = request.file;
        return unanswered(*problem);
    }
    const Result<std::vector<NamedPrint>> given = read_run_files(experiment, request.all);
    if (!given)
        return unanswered(given.error());
    const std::optional<JudgedRun> run = judge_all(experiment, given.value(), request.asked.head);
    if (run->arrays.empty() && run->parameters.empty())
        return unanswered({names_in_order(request.all), names_in_order(run->unknown),
                           "no array that is called as a stage",
                           stage_names().toStdString() + ", or usual names: Q, K, V, attn"});
    std::string answer = request.as_json ? run_json(experiment, *run) : lines_of(experiment, *run);
    for (const NamedPrint& each : given.value())
        answer += request.as_json ? "" : remarks_on(each.numbers, each.name);
    if (deliver(answer, {}) != exit_done)
        return exit_unanswered;
    return run->is_right() ? exit_right : exit_wrong;
}

/// Which of the files to be read has another extension.
std::optional<QString> problem_of_names(const QStringList& files, bool is_all) {
    const auto is_wrong = [is_all](const QString& file) {
        return is_all ? !has_run_extension(bytes_of(file)) : !has_given_extension(bytes_of(file));
    };
    const auto wrong = std::ranges::find_if(files, is_wrong);
    if (wrong == files.end())
        return std::nullopt;
    const QString extensions =
        is_all ? QString::fromLatin1(run_extensions)
               : QStringLiteral("%1, or %2")
                     .arg(QLatin1String(matrix_extensions), QLatin1String(array_extensions));
    return QStringLiteral("\"%1\" does not end with %2").arg(*wrong, extensions);
}

int answer(const CheckRequest& request, bool is_all) {
    const Result<Experiment> read = read_document(request.file);
    if (!read)
        return unanswered(read.error());
    if (std::optional<Error> problem = without_tokens(read.value())) {
        problem->file = request.file;
        return unanswered(*problem);
    }
    return is_all ? check_all(read.value(), request) : check(read.value(), request);
}

} // namespace

int run_check(const QStringList& arguments) {
    const QString name = QStringLiteral("check");
    CommandParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Says whether numbers are those of a stage, and if not, which mistake makes them. "
        "Exits with 0 if they are right, with 1 if they are wrong, with 2 if they cannot be read."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption stage(QStringLiteral("stage"),
                                   QStringLiteral("What the numbers should be: %1.").arg(stage_names()),
                                   QStringLiteral("NAME"));
    const QCommandLineOption head(
        QStringLiteral("head"),
        QStringLiteral("The head, from 0; of numbers of all heads, that one alone is compared."),
        QStringLiteral("N"), QStringLiteral("0"));
    const QCommandLineOption data(
        QStringLiteral("data"),
        QStringLiteral("The file with the numbers (%1, or an array in a file of arrays: FILE.npz:NAME, "
                       "FILE.safetensors:NAME; FILE.npz alone takes the array with the stage's name). Three "
                       "dimensions are all heads of a stage, or a batch of one.")
            .arg(QLatin1String(matrix_extensions)),
        QStringLiteral("DATA"));
    const QCommandLineOption tolerance(
        QStringLiteral("tolerance"),
        QStringLiteral("How far a number may be off; half of the last digit shown if not given, at least a "
                       "millionth of the largest."),
        QStringLiteral("X"));
    const QCommandLineOption json(QStringLiteral("json"),
                                  QStringLiteral("Prints the verdict as one object in JSON."));
    const QCommandLineOption all(
        QStringLiteral("all"),
        QStringLiteral("Instead of --stage and --data: a file (%1) with all stages of your own "
                       "computation, by the stages' names or usual ones (Q, K, V, attn); a text as "
                       "Q = [[…]] or Q: tensor([[…]]). Or several files: a .txt with a single matrix "
                       "is the stage that the file is called, as in --all Q.txt K.txt attn.txt. Says "
                       "which is the "
                       "first that is not right, and whether the later ones are right for it.")
            .arg(QLatin1String(run_extensions)),
        QStringLiteral("DATA"));
    parser.addOptions({stage, head, data, all, tolerance, json});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    const bool is_all = parser.isSet(all);
    const QStringList files = parser.positionalArguments();
    if (files.isEmpty() || (files.size() > 1 && !is_all))
        return misuse(name, QStringLiteral("check takes one file"));
    if (is_all && parser.isSet(tolerance))
        return misuse(name, QStringLiteral("--tolerance is for --data; --all takes none"));
    if (is_all ? parser.isSet(stage) || parser.isSet(data)
               : !parser.isSet(stage) || parser.value(data).isEmpty())
        return misuse(name, QStringLiteral("check needs --stage NAME and --data DATA, or --all DATA alone"));
    CheckRequest request{bytes_of(files.constFirst()),
                         bytes_of(parser.value(data)),
                         {},
                         {},
                         {},
                         parser.isSet(json),
                         parser.isSet(head)};
    const QString stage_name = is_all ? QStringLiteral("output") : parser.value(stage);
    if (const auto problem =
            read_stage(stage_name, parser.value(head), request.asked.stage, request.asked.head))
        return misuse(name, *problem);
    if (parser.isSet(tolerance)) {
        bool is_number = false;
        request.tolerance = QLocale::c().toDouble(parser.value(tolerance), &is_number);
        if (!is_number || !std::isfinite(*request.tolerance) || *request.tolerance < 0)
            return misuse(
                name, QStringLiteral("--tolerance \"%1\" is no number from 0").arg(parser.value(tolerance)));
    }
    // A shell puts the files that match "*.txt" behind each other.
    const QStringList given = is_all ? parser.values(all) + files.mid(1) : parser.values(data);
    if (const auto problem = problem_of_names(given, is_all))
        return misuse(name, *problem);
    if (is_all)
        std::ranges::transform(given, std::back_inserter(request.all), bytes_of);
    return answer(request, is_all);
}

} // namespace lab
