// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"

#include "core/base/text_limits.h"
#include "core/io/experiment_json.h"
#include "core/lesson/lesson_faults.h"
#include "core/lesson/lesson_report.h"

#include <algorithm>

namespace lab {

namespace {

constexpr std::size_t most_in_line = 100; // bytes of a name or a question

std::string in_line(const std::string& text) {
    return printable(shortened(text, most_in_line));
}

/// A document, and the lesson that it is.
struct LoadedLesson {
    std::string file;
    Experiment document;
    ReadLesson lesson;
};

const Snapshot& snapshot_of(const LoadedLesson& loaded, std::size_t step) {
    return loaded.document.snapshots[loaded.lesson.steps[step].snapshot];
}

std::string counted_words(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

/// "Step 2, question 1", for an error.
std::string place_of(const LessonFault& fault) {
    if (!fault.step)
        return "lesson";
    return "step " + std::to_string(*fault.step + 1) +
           (fault.question ? ", question " + std::to_string(*fault.question + 1) : std::string());
}

/// Steps, questions and faults, one a line.
int list_lesson(LoadedLesson& loaded) {
    const std::vector<LessonFault> faults = all_faults(loaded.document, loaded.lesson);
    const LessonIdentity& identity = loaded.lesson.identity;
    std::string lines = counted_words(loaded.lesson.steps.size(), "step", "steps") +
                        (identity.author.empty() ? "" : ", by " + in_line(identity.author)) +
                        (identity.id.empty() ? "" : ", lesson " + in_line(identity.id)) + '\n';
    for (std::size_t i = 0; i < loaded.lesson.steps.size(); ++i) {
        const LessonStep& step = loaded.lesson.steps[i];
        lines += std::to_string(i + 1) + ' ' + in_line(snapshot_of(loaded, i).name) + '\n';
        for (std::size_t j = 0; j < step.ask.size(); ++j)
            lines += "  " + std::to_string(j + 1) + ' ' + std::string(name_of(step.ask[j].kind)) + ": " +
                     in_line(step.ask[j].text) + '\n';
    }
    for (const LessonFault& each : faults)
        lines += printable(text_of(each)) + '\n';
    if (const int code = deliver(lines, {}); code != exit_done || faults.empty())
        return code;
    return fail({loaded.file, place_of(faults.front()),
                 counted_words(faults.size(), "fault in the lesson", "faults in the lesson"), "none"});
}

int report_lesson(const LoadedLesson& loaded, bool as_json) {
    const ReadProgress read = read_progress(loaded.document);
    for (const Error& each : read.ignored)
        remark(in_file(each, loaded.file).message() + "; ignored");
    const std::vector<ReportedStep> report = lesson_report(loaded.document, read.progress);
    if (as_json)
        return deliver(report_json(report), {});
    const std::string& student = read.progress.student;
    return deliver((student.empty() ? "" : "Student: " + in_line(student) + '\n') + report_lines(report), {});
}

struct LessonOptions {
    QCommandLineOption step{QStringLiteral("step"),
                            QStringLiteral("One of the steps, from 1, as they are listed."),
                            QStringLiteral("N")};
    QCommandLineOption compute{
        QStringLiteral("compute"),
        QStringLiteral("Computes the document of that step and prints every stage, as JSON.")};
    QCommandLineOption stage{QStringLiteral("stage"),
                             QStringLiteral("With --compute: only this stage; may be given several times."),
                             QStringLiteral("NAME")};
    QCommandLineOption out{QStringLiteral("o"), QStringLiteral("Writes the document of that step."),
                           QStringLiteral("OUT")};
    QCommandLineOption report{
        QStringLiteral("report"),
        QStringLiteral("Judges the answers that the file holds, against numbers that are "
                       "computed now.")};
    QCommandLineOption json{QStringLiteral("json"),
                            QStringLiteral("With --report: prints it as one object in JSON.")};
};

/// What is wrong with how the options go together.
std::optional<QString> problem_of_options(const QCommandLineParser& parser, const LessonOptions& options) {
    const auto has = [&](const QCommandLineOption& option) { return parser.isSet(option); };
    if (parser.positionalArguments().size() != 1)
        return QStringLiteral("lesson takes one file");
    if (has(options.report) &&
        (has(options.step) || has(options.compute) || has(options.out) || has(options.stage)))
        return QStringLiteral("--report goes with --json alone");
    if (has(options.json) && !has(options.report))
        return QStringLiteral("--json goes with --report alone");
    if (!has(options.step) && (has(options.compute) || has(options.out)))
        return QStringLiteral("--compute and -o need --step N");
    if (has(options.step) && has(options.compute) == has(options.out))
        return QStringLiteral("--step needs --compute or -o OUT, one of them");
    if (has(options.stage) && !has(options.compute))
        return QStringLiteral("--stage goes with --compute alone");
    if (has(options.out) && parser.value(options.out).isEmpty())
        return QStringLiteral("-o needs the name of a file");
    return std::nullopt;
}

} // namespace

int run_lesson(const QStringList& arguments) {
    const QString name = QStringLiteral("lesson");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Lists the steps and questions of a lesson and what is wrong with them; exits with 1 "
                       "if something is. Or "
                       "computes or writes one step, or judges the answers that are kept in the file."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const LessonOptions options;
    parser.addOptions(
        {options.step, options.compute, options.stage, options.out, options.report, options.json});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (const auto problem = problem_of_options(parser, options))
        return misuse(name, *problem);
    const std::optional<Index> step = count_of(parser.value(options.step));
    if (parser.isSet(options.step) && step.value_or(0) < 1)
        return misuse(
            name, QStringLiteral("--step \"%1\" is no whole number from 1").arg(parser.value(options.step)));
    std::vector<StageId> stages;
    if (const auto problem = read_stages(parser.values(options.stage), stages))
        return misuse(name, *problem);

    const std::string file = bytes_of(parser.positionalArguments().constFirst());
    const Result<Experiment> document = read_document(file);
    if (!document)
        return fail(document.error());
    LoadedLesson loaded{file, document.value(), read_lesson(document.value())};
    const std::size_t count = loaded.lesson.steps.size();
    if (count == 0)
        return fail({file, "snapshots", "no step of a lesson", "a snapshot with “lesson”"});
    if (parser.isSet(options.report))
        return report_lesson(loaded, parser.isSet(options.json));
    if (!parser.isSet(options.step))
        return list_lesson(loaded);
    if (static_cast<std::size_t>(*step) > count)
        return fail({file, "step " + std::to_string(*step), "not in this lesson",
                     count == 1 ? "1" : "1 to " + std::to_string(count)});
    const Experiment& experiment = *snapshot_of(loaded, static_cast<std::size_t>(*step) - 1).experiment;
    if (parser.isSet(options.compute))
        return deliver_stages(file, experiment, stages, {});
    return deliver(write_experiment(experiment), parser.value(options.out));
}

} // namespace lab
