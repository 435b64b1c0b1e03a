// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"

#include "core/base/text_limits.h"
#include "core/io/document_keys.h"
#include "core/io/experiment_json.h"
#include "core/lesson/lesson_step.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace lab {

namespace {

/// What is wrong with a document.
struct FileFindings {
    std::string file;
    std::vector<Error> faults;
    std::vector<std::string> lesson_faults;
    std::vector<MisspeltKey> keys;

    bool are_faults(bool is_strict) const {
        return !faults.empty() || !lesson_faults.empty() || (is_strict && !keys.empty());
    }
};

FileFindings findings_of(const std::string& file) {
    FileFindings found{shown_file(file), {}, {}, {}};
    const Result<std::string> text = read_text(file);
    if (!text) {
        found.faults.push_back(text.error());
        return found;
    }
    ReadDocument read = read_with_problems(text.value());
    found.faults = std::move(read.problems);
    found.keys = misspelt_keys(read.experiment);
    if (!found.faults.empty())
        return found;
    ReadLesson lesson = read_lesson(read.experiment);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const Snapshot& scene = read.experiment.snapshots[lesson.steps[i].snapshot];
        for (LessonFault& each : check_numbers(*scene.experiment, lesson.steps[i], i))
            lesson.faults.push_back(std::move(each));
    }
    for (const LessonFault& each : lesson.faults)
        found.lesson_faults.push_back(text_of(each));
    return found;
}

/// A line each, or one that all is well.
std::string lines_of(const FileFindings& found) {
    std::string lines;
    const auto add = [&](const std::string& line) { lines += printable(found.file + ": " + line) + '\n'; };
    for (Error each : found.faults) {
        each.file.clear();
        add(each.message());
    }
    for (const std::string& each : found.lesson_faults)
        add(each);
    for (const MisspeltKey& each : found.keys)
        add(message(each));
    if (lines.empty())
        add("nothing is wrong");
    return lines;
}

nlohmann::ordered_json json_of(const FileFindings& found) {
    using Json = nlohmann::ordered_json;
    Json faults = Json::array(), keys = Json::array();
    for (const Error& each : found.faults)
        faults.push_back({{"place", each.place}, {"found", each.found}, {"expected", each.expected}});
    for (const std::string& each : found.lesson_faults)
        faults.push_back({{"place", "lesson"}, {"found", each}, {"expected", ""}});
    for (const MisspeltKey& each : found.keys)
        keys.push_back({{"place", each.place}, {"likely", each.likely}});
    return {{"file", found.file}, {"faults", std::move(faults)}, {"keys", std::move(keys)}};
}

} // namespace

int run_validate(const QStringList& arguments) {
    const QString name = QStringLiteral("validate");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Says everything that is wrong with documents, and which keys look misspelt."));
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QStringLiteral("The documents; - is standard input."),
                                 QStringLiteral("FILE..."));
    const QCommandLineOption strict(QStringLiteral("strict"),
                                    QStringLiteral("A key that looks misspelt is a fault, too."));
    const QCommandLineOption json(QStringLiteral("json"), QStringLiteral("Prints JSON."));
    parser.addOptions({strict, json});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().isEmpty())
        return misuse(name, QStringLiteral("validate takes one file or several"));
    std::string lines;
    nlohmann::ordered_json files = nlohmann::ordered_json::array();
    bool are_faults = false;
    for (const QString& file : parser.positionalArguments()) {
        const FileFindings found = findings_of(bytes_of(file));
        are_faults |= found.are_faults(parser.isSet(strict));
        lines += lines_of(found);
        files.push_back(json_of(found));
    }
    const nlohmann::ordered_json report{
        {"format", "attention-lab-validation"}, {"version", 1}, {"files", std::move(files)}};
    constexpr auto replace =
        nlohmann::ordered_json::error_handler_t::replace; // a file's name may be any bytes
    const int code =
        deliver(parser.isSet(json) ? report.dump(2, ' ', false, replace) + '\n' : lines, QString());
    return code == exit_done && are_faults ? exit_bad_input : code;
}

} // namespace lab
