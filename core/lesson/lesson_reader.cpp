// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a document's `lesson` and those of its snapshots say.
#include "core/lesson/allow_names.h"
#include "core/lesson/lesson_step.h"
#include "core/lesson/question_reader.h"

#include "core/io/json_fields.h"

#include <limits>
#include <unordered_map>

namespace lab {

namespace {

using LessonJson = nlohmann::ordered_json;

constexpr Phrase<1> fault_of_lesson{"The lesson: {0}"};
constexpr Phrase<2> fault_of_step{"Step {0}: {1}"};
constexpr Phrase<3> fault_of_question{"Step {0}, question {1}: {2}"};
constexpr Phrase<1> lesson_type{"“lesson” is {0}; write an object"};
constexpr Phrase<1> question_type{"it is {0}; write an object with “id”, “kind” and “text”"};
constexpr Phrase<0> no_id{"it has no “id”; write a text that nothing else in the lesson has"};
constexpr Phrase<2> id_taken{"its id {0} is also that of {1}; write another one"};
constexpr Phrase<1> stage_not_shown{
    "“show” has the stage {0}, which its document does not compute; take it out"};
constexpr Phrase<2> unknown_allow{"“allow” has {0}, which is no name; write one of {1}"};

/// The `lesson` of a document or a snapshot; null if there is none.
const LessonJson* lesson_of(const JsonPtr& keys) {
    if (!keys || !keys->is_object())
        return nullptr;
    const auto found = keys->find("lesson");
    return found == keys->end() ? nullptr : &*found;
}

std::string place_words(std::size_t step, std::optional<std::size_t> question) {
    return "step " + std::to_string(step + 1) +
           (question ? ", question " + std::to_string(*question + 1) : std::string());
}

class LessonReader {
public:
    explicit LessonReader(const Experiment& document) : m_document(document) {}

    ReadLesson read() {
        read_identity();
        for (std::size_t i = 0; i < m_document.snapshots.size(); ++i) {
            if (const LessonJson* json = lesson_of(m_document.snapshots[i].unknown_keys))
                read_step(*json, i);
        }
        return std::move(m_read);
    }

private:
    LessonFields::Report report_to(std::optional<std::size_t> step,
                                   std::optional<std::size_t> question = {}) {
        return [this, step, question](Said what) {
            m_read.faults.push_back({step, question, std::move(what)});
        };
    }

    void read_identity() {
        const LessonJson* json = lesson_of(m_document.unknown_keys);
        if (!json)
            return;
        if (!json->is_object())
            return report_to({})(say(lesson_type, kind_of(*json)));
        const LessonFields fields(*json, report_to({}));
        m_read.identity = {fields.text("id", most_lesson_id), fields.text("author", most_lesson_text)};
    }

    void read_step(const LessonJson& json, std::size_t snapshot) {
        const std::size_t number = m_read.steps.size();
        LessonStep& step = m_read.steps.emplace_back();
        step.snapshot = snapshot;
        if (!json.is_object())
            return report_to(number)(say(lesson_type, kind_of(json)));
        const LessonFields fields(json, report_to(number));
        step.id = read_id(fields, number, {});
        step.text = read_lesson_text(fields, "text");
        // Nobody who plays the lesson is shown them.
        step.notes = fields.text("notes", std::numeric_limits<std::size_t>::max());
        step.hint = fields.text("hint", most_lesson_text);
        const Experiment& experiment = *m_document.snapshots[snapshot].experiment;
        step.show = read_show(fields, experiment);
        step.allow = read_allow(fields);
        if (const LessonJson* questions = fields.list("ask", "a list of questions")) {
            for (const LessonJson& each : *questions)
                step.ask.push_back(read_asked(each, experiment, number, step.ask.size()));
        }
    }

    Question read_asked(const LessonJson& json, const Experiment& experiment, std::size_t step,
                        std::size_t number) {
        const std::size_t before = m_read.faults.size();
        Question question;
        if (json.is_object()) {
            const LessonFields fields(json, report_to(step, number));
            std::string id = read_id(fields, step, number);
            question = read_question(experiment, fields);
            question.id = std::move(id);
        } else {
            report_to(step, number)(say(question_type, kind_of(json)));
        }
        question.is_faulty = m_read.faults.size() > before;
        return question;
    }

    /// Empty if there is none, or if another step or question has it: what is kept by id would be that one's.
    std::string read_id(const LessonFields& fields, std::size_t step, std::optional<std::size_t> question) {
        const std::size_t before = m_read.faults.size();
        std::string id = fields.text("id", most_lesson_id);
        if (id.empty()) {
            if (m_read.faults.size() == before)
                fields.report(say(no_id));
            return id;
        }
        const auto [taken, is_new] = m_ids.emplace(id, place_words(step, question));
        if (is_new)
            return id;
        fields.report(say(id_taken, lab::quoted(id), taken->second));
        return {};
    }

    static std::optional<std::vector<StageId>> read_show(const LessonFields& fields,
                                                         const Experiment& experiment) {
        const LessonJson* list = fields.list("show", "a list of stages");
        if (!list)
            return std::nullopt;
        std::vector<StageId> stages;
        for (const LessonJson& each : *list) {
            const auto stage = lesson_stage(each, "show", fields);
            if (!stage)
                break; // one sentence says which there are
            if (has_stage(experiment, *stage))
                stages.push_back(*stage);
            else
                fields.report(say(stage_not_shown, std::string(info(*stage).name)));
        }
        return stages;
    }

    /// Where a name is wrong, what is named by the others is allowed, and no more.
    static std::optional<std::vector<std::string>> read_allow(const LessonFields& fields) {
        const LessonJson* list = fields.list("allow", "a list of names");
        if (!list)
            return fields.find("allow") ? std::optional<std::vector<std::string>>({}) : std::nullopt;
        std::vector<std::string> names;
        bool is_said = false;
        for (const LessonJson& each : *list) {
            if (each.is_string() && is_allow_name(each.get_ref<const std::string&>())) {
                names.push_back(each.get<std::string>());
            } else if (!is_said) {
                fields.report(say(unknown_allow, kind_of(each), allow_names()));
                is_said = true;
            }
        }
        return names;
    }

    const Experiment& m_document;
    ReadLesson m_read;
    std::unordered_map<std::string, std::string> m_ids; ///< of steps and questions, and whose they are
};

} // namespace

std::string text_of(const LessonFault& fault) {
    if (!fault.step)
        return text_of(say(fault_of_lesson, fault.what));
    const auto step = static_cast<Index>(*fault.step + 1);
    if (!fault.question)
        return text_of(say(fault_of_step, step, fault.what));
    return text_of(say(fault_of_question, step, static_cast<Index>(*fault.question + 1), fault.what));
}

ReadLesson read_lesson(const Experiment& document) {
    return LessonReader(document).read();
}

} // namespace lab
