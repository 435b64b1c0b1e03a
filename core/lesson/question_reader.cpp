// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/question_reader.h"

#include "core/analysis/diagnosis/mistake_info.h"
#include "core/base/comma_list.h"
#include "core/engine/evaluate.h"
#include "core/io/json_fields.h"
#include "core/lesson/list_depth.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

using LessonJson = nlohmann::ordered_json;

constexpr Phrase<2> no_entry{"it has no “{0}”; write {1}"};
constexpr Phrase<2> unknown_kind{"“kind” is {0}; write one of {1}"};
constexpr Phrase<2> lists_too_deep{"the lists in “{0}” are nested more than {1} deep; make them flatter"};
constexpr Phrase<1> stage_not_computed{"its document does not compute the stage {0}; ask for another one"};
constexpr Phrase<0> no_tokens_to_ask{"the sentence of its step is empty; type one, and keep the scene again"};
constexpr Phrase<0> no_options{"“options” is an empty list; write those that may be chosen"};
constexpr Phrase<1> covers_not_computed{
    "“covers” names the stage {0}, which is not computed in this scene; leave it out"};
constexpr Phrase<2> option_type{"option {0} is {1}; write an object with “text”"};
constexpr Phrase<1> option_without_text{"option {0} has no text; write one"};
constexpr Phrase<0> none_right{"no option has “right”: true; mark the right one"};
constexpr Phrase<0> no_rule{
    "nothing says which cell is right; write “largest_of_row”: true, “smallest_of_row”: true, "
    "“hidden”: true, or “row” and “column”"};
constexpr Phrase<0> several_rules{"it says in several ways which cell is right; leave one of them"};
constexpr Phrase<1> none_hidden_in{"no cell of the stage {0} is hidden; ask for one of scores or weights"};
constexpr Phrase<0> no_condition{
    "nothing says what the goal is; write “at_least”, “at_most” or “largest_of_row”: true"};
constexpr Phrase<0> empty_range{"“at_least” is above “at_most”, so that no number is both; exchange them"};
constexpr Phrase<2> unknown_mistake{
    "“{0}” has {1}, which is no mistake; write a key that `check --json` names"};
constexpr Phrase<1> mistake_not_offered{"“options” lacks the mistake that was made, {0}; add it"};

struct KindName {
    QuestionKind kind;
    std::string_view name;
};
constexpr std::array kind_names{
    KindName{QuestionKind::number, "number"}, KindName{QuestionKind::matrix, "matrix"},
    KindName{QuestionKind::choice, "choice"}, KindName{QuestionKind::cell, "cell"},
    KindName{QuestionKind::goal, "goal"},     KindName{QuestionKind::mistake, "mistake"},
    KindName{QuestionKind::text, "text"},
};

/// Reads one question of an experiment.
class QuestionReader {
public:
    QuestionReader(const Experiment& experiment, const LessonFields& fields)
        : m_experiment(experiment), m_fields(fields) {}

    Question read() {
        m_question.text = read_lesson_text(m_fields, "text");
        m_question.hint = read_lesson_text(m_fields, "hint");
        m_question.why = read_lesson_text(m_fields, "why");
        if (!m_fields.find("text"))
            miss("text", "what is asked");
        read_covers();
        if (!read_kind())
            return std::move(m_question);
        const QuestionKind kind = m_question.kind;
        if (kind == QuestionKind::number || kind == QuestionKind::matrix)
            m_question.tolerance = m_fields.number("tolerance", 0);
        if (kind == QuestionKind::choice)
            read_choices();
        else if (kind != QuestionKind::text && read_stage())
            read_of_stage(kind);
        return std::move(m_question);
    }

private:
    void say_fault(Said what) const { m_fields.report(std::move(what)); }
    void miss(const char* key, const char* expected) const { say_fault(say(no_entry, key, expected)); }

    bool read_kind() {
        const std::string names = comma_list(kind_names, &KindName::name);
        const LessonJson* json = m_fields.find("kind");
        const auto kind = json && json->is_string() ? question_kind_named(json->get_ref<const std::string&>())
                                                    : std::nullopt;
        if (!json)
            miss("kind", names.c_str());
        else if (!kind)
            say_fault(say(unknown_kind, kind_of(*json), names));
        m_question.kind = kind.value_or(QuestionKind::text);
        return kind.has_value();
    }

    void read_covers() {
        const LessonJson* covers = m_fields.list("covers", "a list of stages");
        for (const LessonJson& each : covers ? *covers : LessonJson::array()) {
            const bool is_part = each.is_object();
            const LessonFields part(each, [this](Said what) { m_fields.report(std::move(what)); });
            if (is_part && !part.find("stage"))
                miss("stage", "the name of one");
            const auto stage = is_part ? part.stage("stage") : lesson_stage(each, "covers", m_fields);
            if (!stage)
                continue;
            if (!has_stage(m_experiment, *stage)) {
                say_fault(say(covers_not_computed, std::string(info(*stage).name)));
                continue;
            }
            CoveredPart& covered = m_question.covers.emplace_back(CoveredPart{*stage, {}, {}});
            if (!is_part)
                continue;
            const Dimensions d = dimensions(m_experiment);
            covered.row = part.index("row", length(info(*stage).rows, d), "rows");
            covered.column = part.index("column", length(info(*stage).columns, d), "columns");
        }
    }

    /// False if there is none to ask for.
    bool read_stage() {
        const auto stage = m_fields.stage("stage");
        if (!m_fields.find("stage"))
            miss("stage", "the name of one");
        if (!stage)
            return false;
        const StageInfo& its = info(*stage);
        if (!has_stage(m_experiment, *stage)) {
            say_fault(say(stage_not_computed, std::string(its.name)));
            return false;
        }
        if (is_empty(m_experiment)) {
            say_fault(say(no_tokens_to_ask));
            return false;
        }
        m_question.cell.stage = *stage;
        const HeadIndex heads = its.per_head ? m_experiment.heads.count : 1;
        const auto head = m_fields.index("head", heads, heads == 1 ? "head" : "heads");
        m_question.cell.head = head.value_or(0);
        return head || !m_fields.find("head");
    }

    /// Where nothing is wrong, the place is set.
    void read_place() {
        const StageInfo& its = info(m_question.cell.stage);
        const Dimensions d = dimensions(m_experiment);
        const auto row = m_fields.index("row", length(its.rows, d), "rows");
        const auto column = m_fields.index("column", length(its.columns, d), "columns");
        for (const char* key : {"row", "column"}) {
            if (!m_fields.find(key))
                miss(key, "where the cell is, counted from 0");
        }
        m_question.cell.row = row.value_or(0);
        m_question.cell.column = column.value_or(0);
    }

    void read_of_stage(QuestionKind kind) {
        if (kind == QuestionKind::number || kind == QuestionKind::goal)
            read_place();
        if (kind == QuestionKind::goal)
            read_condition();
        else if (kind == QuestionKind::cell)
            read_rule();
        else if (kind == QuestionKind::mistake)
            read_mistakes();
    }

    void read_choices() {
        const LessonJson* options = m_fields.list("options", "a list of options");
        if (!m_fields.find("options"))
            miss("options", "a list of those that may be chosen");
        if (!options)
            return;
        if (options->empty())
            return say_fault(say(no_options));
        for (std::size_t i = 0; i < options->size(); ++i) {
            const LessonJson& option = (*options)[i];
            const auto number = static_cast<Index>(i + 1);
            if (!option.is_object())
                return say_fault(say(option_type, number, kind_of(option)));
            const LessonFields fields(option, [this](Said what) { m_fields.report(std::move(what)); });
            ChoiceOption& read = m_question.choices.emplace_back();
            read = {read_lesson_text(fields, "text"), fields.flag("right"), read_lesson_text(fields, "why")};
            if (!fields.find("text"))
                say_fault(say(option_without_text, number));
        }
        if (std::ranges::none_of(m_question.choices, &ChoiceOption::right))
            say_fault(say(none_right));
    }

    void read_rule() {
        struct Rule {
            const char* key;
            CellRule rule;
        };
        int rules = 0;
        for (const Rule& each :
             {Rule{"largest_of_row", CellRule::largest_of_row},
              Rule{"smallest_of_row", CellRule::smallest_of_row}, Rule{"hidden", CellRule::hidden}}) {
            if (!m_fields.flag(each.key))
                continue;
            m_question.rule = each.rule;
            ++rules;
        }
        const bool has_place = m_fields.find("row") || m_fields.find("column");
        if (rules + (has_place ? 1 : 0) != 1)
            return say_fault(say(rules == 0 ? no_rule : several_rules));
        if (has_place)
            read_place();
        else if (m_question.rule == CellRule::hidden && !is_query_by_key(info(m_question.cell.stage)))
            say_fault(say(none_hidden_in, std::string(info(m_question.cell.stage).name)));
    }

    void read_condition() {
        GoalCondition& condition = m_question.condition;
        condition = {m_fields.number("at_least"), m_fields.number("at_most"),
                     m_fields.flag("largest_of_row")};
        if (!m_fields.find("at_least") && !m_fields.find("at_most") && !condition.largest_of_row)
            say_fault(say(no_condition));
        if (condition.at_least && condition.at_most && *condition.at_least > *condition.at_most)
            say_fault(say(empty_range));
    }

    std::optional<MistakeKind> mistake(const LessonJson& key, const char* in) const {
        for (std::size_t i = 0; key.is_string() && i < mistake_kinds; ++i) {
            if (key_of(static_cast<MistakeKind>(i)) == key.get_ref<const std::string&>())
                return static_cast<MistakeKind>(i);
        }
        say_fault(say(unknown_mistake, in, kind_of(key)));
        return std::nullopt;
    }

    void read_mistakes() {
        const LessonJson* made = m_fields.find("mistake");
        const LessonJson* options = m_fields.list("options", "a list of mistakes");
        if (!made)
            miss("mistake", "the key of the one that was made");
        if (!m_fields.find("options"))
            miss("options", "a list of the mistakes that may be named");
        if (!made || !options)
            return;
        const auto kind = mistake(*made, "mistake");
        if (!kind)
            return;
        m_question.mistake = *kind;
        for (const LessonJson& each : *options) {
            const auto option = mistake(each, "options");
            if (!option)
                return;
            m_question.mistakes.push_back(*option);
        }
        if (std::ranges::find(m_question.mistakes, *kind) == m_question.mistakes.end())
            say_fault(say(mistake_not_offered, std::string(key_of(*kind))));
    }

    const Experiment& m_experiment;
    const LessonFields& m_fields;
    Question m_question;
};

} // namespace

std::string_view name_of(QuestionKind kind) {
    return std::ranges::find(kind_names, kind, &KindName::kind)->name;
}

std::optional<QuestionKind> question_kind_named(std::string_view name) {
    const auto found = std::ranges::find(kind_names, name, &KindName::name);
    return found == kind_names.end() ? std::nullopt : std::optional(found->kind);
}

std::vector<Question> read_questions(const Experiment& experiment, const nlohmann::ordered_json& list) {
    std::vector<Question> questions;
    for (const nlohmann::ordered_json& each : list) {
        bool is_faulty = false;
        const LessonFields fields(each, [&is_faulty](const Said& /*what*/) { is_faulty = true; });
        Question question = read_question(experiment, fields);
        question.id = fields.text("id", most_lesson_id);
        question.is_faulty = is_faulty || question.id.empty();
        questions.push_back(std::move(question));
    }
    return questions;
}

std::string read_lesson_text(const LessonFields& fields, const char* key) {
    std::string text = fields.text(key, most_lesson_text);
    if (list_depth(text) > deepest_lists)
        fields.report(say(lists_too_deep, key, static_cast<Index>(deepest_lists)));
    return text;
}

Question read_question(const Experiment& experiment, const LessonFields& fields) {
    return QuestionReader(experiment, fields).read();
}

} // namespace lab
