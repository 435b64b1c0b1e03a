// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with questions that only numbers tell.
#include "core/lesson/goal.h"
#include "core/lesson/lesson_step.h"
#include "core/lesson/mistaken_stage.h"
#include "core/lesson/step_numbers.h"

#include "core/analysis/diagnosis/claim_words.h"
#include "core/analysis/diagnosis/typed_number.h"
#include "core/describe/hidden_cells.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace lab {

namespace {

constexpr Phrase<0> holds_already{
    "the goal holds already when the step begins; ask for something else, or change "
    "the numbers of the scene"};
constexpr Phrase<2> mistake_impossible{
    "the mistake {0} cannot be made here, or changes nothing in the stage {1}; "
    "choose another one"};
constexpr Phrase<2> options_are_alike{"the mistakes “{0}” and “{1}” give the same numbers here, so that both "
                                      "would be right; leave one of them out"};
constexpr Phrase<0> no_such_cell{"no cell is what is asked for; ask for another one, or change the scene"};
constexpr Phrase<0> is_not_a_number{"the number is NaN, which nobody can find out; ask for another cell"};

/// The questions of one step; what they need is computed once.
class NumberCheck {
public:
    explicit NumberCheck(const Experiment& experiment) : m_experiment(experiment) {}

    std::optional<Said> problem_of(const Question& question) {
        const std::string stage(info(question.cell.stage).name);
        switch (question.kind) {
        case QuestionKind::number:
            if (std::isnan((*numbers(question))(question.cell.row, question.cell.column)))
                return say(is_not_a_number);
            break;
        case QuestionKind::goal:
            if (holds(question, *numbers(question)))
                return say(holds_already);
            break;
        case QuestionKind::cell:
            if (!has_asked_cell(question))
                return say(no_such_cell);
            break;
        case QuestionKind::mistake:
            if (!is_possible(question))
                return say(mistake_impossible, plain_key(question.mistake), stage);
            if (const auto same = option_like_mistake(question))
                return say(options_are_alike, words_of(question, question.mistake),
                           words_of(question, *same));
            break;
        default:
            break;
        }
        return std::nullopt;
    }

private:
    MatrixPtr numbers(const Question& question) {
        if (!m_numbers)
            m_numbers.emplace(m_experiment);
        return m_numbers->stage(question.cell.stage, question.cell.head);
    }

    bool has_asked_cell(const Question& question) {
        if (question.rule == CellRule::place)
            return true; // reading has seen that it is in the stage
        if (question.rule == CellRule::hidden)
            return !HiddenCells(m_experiment, {}).in_masked(question.cell.head)->is_empty();
        return !numbers(question)->array().isNaN().all();
    }

    /// In large documents, where a calculation takes long, only by what the table of mistakes says.
    bool is_possible(const Question& question) {
        const Asked asked{question.cell.stage, question.cell.head};
        if (!TypedNumbers::are_quick(m_experiment))
            return may_show(asked, question.mistake);
        if (!m_right)
            m_right.emplace(m_experiment);
        return mistaken_stage(*m_right, asked, question.mistake).has_value();
    }

    /// Another option that gives the numbers of the mistake. In large documents it is not looked for.
    std::optional<MistakeKind> option_like_mistake(const Question& question) {
        if (!TypedNumbers::are_quick(m_experiment))
            return std::nullopt;
        const Asked asked{question.cell.stage, question.cell.head};
        const std::optional<MistakenStage> own = mistaken_stage(*m_right, asked, question.mistake);
        for (const MistakeKind each : question.mistakes) {
            const auto other =
                each == question.mistake ? std::nullopt : mistaken_stage(*m_right, asked, each);
            if (other && own && other->numbers.rows() == own->numbers.rows() &&
                other->numbers.cols() == own->numbers.cols() &&
                !are_other_numbers(other->numbers, own->numbers))
                return each;
        }
        return std::nullopt;
    }

    /// As the window lists it, which the mistake must show in.
    Said words_of(const Question& question, MistakeKind kind) {
        const Asked asked{question.cell.stage, question.cell.head};
        return claim_words(m_experiment, asked, {{mistaken_stage(*m_right, asked, kind)->mistake}, {}},
                           naming_in_window(m_experiment));
    }

    static std::string plain_key(MistakeKind kind) {
        std::string words(key_of(kind));
        std::ranges::replace(words, '_', ' ');
        return words;
    }

    bool may_show(const Asked& asked, MistakeKind kind) const {
        for (const Mistake& each : possible_mistakes(m_experiment, asked)) {
            if (each.kind == kind &&
                (affected_stages(each).none() || shows_in(each, needed_stages(m_experiment, asked.stage))))
                return true;
        }
        return false;
    }

    const Experiment& m_experiment;
    std::optional<StepNumbers> m_numbers;
    std::optional<MistakenTrace> m_right;
};

} // namespace

std::vector<LessonFault> check_numbers(const Experiment& experiment, LessonStep& step, std::size_t number) {
    std::vector<LessonFault> faults;
    NumberCheck check(experiment);
    for (std::size_t i = 0; i < step.ask.size(); ++i) {
        Question& question = step.ask[i];
        if (question.is_faulty)
            continue;
        if (auto problem = check.problem_of(question)) {
            faults.push_back({number, i, *std::move(problem)});
            question.is_faulty = true;
        }
    }
    return faults;
}

std::optional<StageBlock> asked_numbers(const Experiment& experiment, const Question& question) {
    const CellRef& cell = question.cell;
    if (question.is_faulty)
        return std::nullopt;
    if (question.kind == QuestionKind::number)
        return StageBlock{cell.stage, cell.head, {cell.row, cell.column, 1, 1}};
    if (question.kind != QuestionKind::matrix || !has_stage(experiment, cell.stage))
        return std::nullopt;
    const Dimensions d = dimensions(experiment);
    const StageInfo& stage = info(cell.stage);
    return StageBlock{cell.stage, cell.head, {0, 0, length(stage.rows, d), length(stage.columns, d)}};
}

std::vector<StageBlock> covered_by(const Experiment& experiment, const Question& question) {
    std::vector<StageBlock> covered;
    if (const auto asked = asked_numbers(experiment, question))
        covered.push_back(*asked);
    if (question.is_faulty)
        return covered;
    const Dimensions d = dimensions(experiment);
    for (const CoveredPart& each : question.covers) {
        const StageInfo& stage = info(each.stage);
        const Block block{each.row.value_or(0), each.column.value_or(0), each.row ? 1 : length(stage.rows, d),
                          each.column ? 1 : length(stage.columns, d)};
        const HeadIndex heads = stage.per_head ? experiment.heads.count : 1;
        for (HeadIndex head = 0; head < heads && has_stage(experiment, each.stage); ++head)
            covered.push_back({each.stage, head, block});
    }
    return covered;
}

} // namespace lab
