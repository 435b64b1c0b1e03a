// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_report.h"

#include "core/base/text_limits.h"
#include "core/io/json_text.h"
#include "core/lesson/judge_answer.h"
#include "core/lesson/permits.h"
#include "core/lesson/student_numbers.h"

#include <nlohmann/json.hpp>

namespace lab {

namespace {

using ReportJson = nlohmann::ordered_json;

constexpr std::size_t most_given = 60; // bytes of an answer in a line

constexpr Phrase<1> copy_is_refused{"{0}, but the copy in the file has another; judged by the scene"};
constexpr Phrase<0> is_unreadable{"what was given is no answer to a question of this kind"};
constexpr Phrase<0> is_faulty_question{"the question is faulty"};

class Reporter {
public:
    Reporter(const Experiment& document, const LessonProgress& progress)
        : m_document(document), m_progress(progress) {}

    ReportedStep report(LessonStep step, std::size_t number) {
        const Snapshot& snapshot = m_document.snapshots[step.snapshot];
        const Experiment scene = scene_with_seed(*snapshot.experiment, m_progress.seed);
        (void)check_numbers(scene, step, number); // marks questions
        ReportedStep reported{step.id, snapshot.name, {}, {}};
        const auto found = m_progress.steps.find(step.id);
        const bool has_progress = !step.id.empty() && found != m_progress.steps.end();
        const StepProgress none;
        const StepProgress& kept = has_progress ? found->second : none;
        const Experiment* judged_by = &scene;
        if (kept.document) {
            if (const auto locked = permits(scene, *kept.document, step.allow))
                reported.locked = say(copy_is_refused, *locked);
            else
                judged_by = kept.document.get();
        }
        const IsCovered covered = is_in(covered_blocks(*judged_by, step));
        for (const Question& each : step.ask)
            reported.questions.push_back(answer(*judged_by, each, kept, covered));
        return reported;
    }

private:
    static ReportedAnswer answer(const Experiment& experiment, const Question& question,
                                 const StepProgress& kept, const IsCovered& covered) {
        ReportedAnswer reported{question.id, question.kind, nullptr, {}, false, {}};
        const auto found = kept.answers.find(question.id);
        const bool has_record = !question.id.empty() && found != kept.answers.end();
        if (has_record) {
            reported.given = found->second.given;
            reported.shown = found->second.shown;
        }
        if (question.is_faulty) {
            reported.reply = {say(is_faulty_question)};
            return reported;
        }
        // Whoever has edited the step has answered its goals, whether they are reached or not.
        const bool is_goal = question.kind == QuestionKind::goal;
        if (is_goal ? !has_record && !kept.document : !reported.given)
            return reported;
        const auto given = is_goal ? std::optional(GivenAnswer()) : given_from(question, *reported.given);
        if (!given) {
            reported.right = question.kind == QuestionKind::text ? std::nullopt : std::optional(false);
            reported.reply = {say(is_unreadable)};
            return reported;
        }
        Judgement judged = judge_answer(experiment, question, *given, covered, naming_in_files);
        reported.right = judged.right;
        reported.reply = std::move(judged.reply);
        return reported;
    }

    const Experiment& m_document;
    const LessonProgress& m_progress;
};

std::string one_line(const std::string& text, std::size_t most) {
    return printable(shortened(text, most));
}

std::string verdict_in_words(const ReportedAnswer& answer) {
    if (answer.right)
        return *answer.right ? "right" : "wrong";
    return answer.given ? "not judged" : "not answered";
}

} // namespace

std::vector<ReportedStep> lesson_report(const Experiment& document, const LessonProgress& progress) {
    std::vector<ReportedStep> report;
    ReadLesson lesson = read_lesson(document);
    Reporter reporter(document, progress);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        report.push_back(reporter.report(std::move(lesson.steps[i]), i));
    return report;
}

std::string report_lines(const std::vector<ReportedStep>& steps) {
    std::string lines;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ReportedStep& step = steps[i];
        lines += std::to_string(i + 1) + " " + one_line(step.name, most_given) + "\n";
        if (step.locked)
            lines += "  " + printable(text_of(*step.locked, first_in_files)) + "\n";
        for (std::size_t j = 0; j < step.questions.size(); ++j) {
            const ReportedAnswer& answer = step.questions[j];
            lines += "  " + std::to_string(j + 1) + " " + std::string(name_of(answer.kind)) + ": " +
                     verdict_in_words(answer) + (answer.shown ? ", shown" : "");
            if (answer.given && !answer.given->empty())
                lines += ": " + one_line(answer.given->dump(), most_given);
            lines += "\n";
            const bool is_told = !answer.right || !*answer.right; // of right ones, what is said is praise
            for (std::size_t k = 0; is_told && k < answer.reply.size() && answer.kind != QuestionKind::text;
                 ++k)
                lines += "    " + printable(text_of(answer.reply[k], first_in_files)) + "\n";
        }
    }
    return lines;
}

std::string report_json(const std::vector<ReportedStep>& steps) {
    ReportJson json{{"steps", ReportJson::array()}};
    for (const ReportedStep& step : steps) {
        ReportJson questions = ReportJson::array();
        for (const ReportedAnswer& each : step.questions)
            questions.push_back({{"id", each.id},
                                 {"kind", name_of(each.kind)},
                                 {"given", each.given ? *each.given : ReportJson()},
                                 {"right", each.right ? ReportJson(*each.right) : ReportJson()},
                                 {"shown", each.shown}});
        json["steps"].push_back({{"id", step.id}, {"name", step.name}, {"questions", std::move(questions)}});
    }
    return to_text(json);
}

} // namespace lab
