// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/judge_answer.h"

#include "core/analysis/diagnosis/claim_words.h"
#include "core/base/number_format.h"
#include "core/describe/names.h"
#include "core/experiment/phrases.h"
#include "core/lesson/goal.h"
#include "core/lesson/mistaken_stage.h"
#include "core/lesson/step_numbers.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr Phrase<0> not_there{
    "The numbers that are asked for are not there any more; go back to those that the step began with"};
constexpr Phrase<1> option_is_wrong{
    "“{0}” is not right; think of what the other options would mean, and choose again"};
constexpr Phrase<1> option_is_right{"“{0}” is right"};
constexpr Phrase<1> cell_is_right{"{0} is right"};
constexpr Phrase<1> not_largest{"{0} is not the largest number of its row; compare it with the others there"};
constexpr Phrase<1> not_smallest{
    "{0} is not the smallest number of its row; compare it with the others there"};
constexpr Phrase<1> not_hidden{"{0} is not hidden; look at which keys the mask hides from that query"};
constexpr Phrase<1> not_that_cell{
    "{0} is another cell; look again at which row and which column are asked for"};
constexpr Phrase<1> not_that_column{"{0} is in the right row, but in another column than the one asked for"};
constexpr Phrase<1> not_that_row{"{0} is in the right column, but in another row than the one asked for"};
constexpr Phrase<1> goal_met{"Done: {0} is as it was asked for"};
constexpr Phrase<2> goal_holds{"Done: {0} is {1}"};
constexpr Phrase<2> goal_reached{"Done: {0} reached {1}"};
constexpr Phrase<1> goal_reached_first{"Done: {0} became the largest of its row"};
constexpr Phrase<2> goal_fails{"Not yet: {0} must become {1}"};
constexpr Phrase<1> goal_at_least{"at least {0}"};
constexpr Phrase<1> goal_at_most{"at most {0}"};
constexpr Phrase<2> goal_between{"at least {0} and at most {1}"};
constexpr Phrase<0> goal_largest{"the largest of its row"};
constexpr Phrase<1> goal_also_largest{"{0}, and the largest of its row"};
constexpr Phrase<2> just_below{"It is {0} now, still below {1}"};
constexpr Phrase<2> just_above{"It is {0} now, still above {1}"};
constexpr Phrase<1> mistake_is_right{"Right: {0}"};
constexpr Phrase<0> mistake_makes_others{"Not this one: that mistake makes other numbers than those shown"};
constexpr Phrase<3> mistake_would_make{"Not this one: with it, {0} would be {1}, and here it is {2}"};
constexpr Phrase<0> mistake_changes_nothing{"Not this one, which changes nothing here; look for what does"};
constexpr Phrase<0> mistake_is_another{"Not this one; compare the numbers with those on the card"};
constexpr Phrase<0> kept_for_teacher{"Kept for whoever teaches; nobody judges it here"};

Judgement judge_option(const Question& question, std::size_t index) {
    const ChoiceOption& option = question.choices[index];
    if (!option.why.empty())
        return {option.right, {say(phrase::just, option.why)}};
    return {option.right, {say(option.right ? option_is_right : option_is_wrong, option.text)}};
}

Judgement judge_cell(const Experiment& experiment, const Question& question, const ClickedCell& clicked) {
    const CellRef cell{question.cell.stage, question.cell.head, clicked.row, clicked.column};
    const Dimensions d = dimensions(experiment);
    if (clicked.row >= length(info(cell.stage).rows, d) ||
        clicked.column >= length(info(cell.stage).columns, d))
        return {false, {say(not_there)}};
    Said place = cell_place(experiment, cell);
    if (is_asked_cell(experiment, question, *StepNumbers(experiment).stage(cell.stage, cell.head), cell.row,
                      cell.column))
        return {true, {say(cell_is_right, std::move(place))}};
    switch (question.rule) {
    case CellRule::largest_of_row:
        return {false, {say(not_largest, std::move(place))}};
    case CellRule::smallest_of_row:
        return {false, {say(not_smallest, std::move(place))}};
    case CellRule::hidden:
        return {false, {say(not_hidden, std::move(place))}};
    case CellRule::place:
        break;
    }
    const bool is_turned = experiment.notation == Notation::columns;
    if (cell.row == question.cell.row)
        return {false, {say(is_turned ? not_that_row : not_that_column, std::move(place))}};
    if (cell.column == question.cell.column)
        return {false, {say(is_turned ? not_that_column : not_that_row, std::move(place))}};
    return {false, {say(not_that_cell, std::move(place))}};
}

/// "at least 0.9, and the largest of its row"
Said condition_words(const GoalCondition& condition) {
    std::optional<Said> bounds;
    if (condition.at_least && condition.at_most)
        bounds = say(goal_between, written(*condition.at_least), written(*condition.at_most));
    else if (condition.at_least)
        bounds = say(goal_at_least, written(*condition.at_least));
    else if (condition.at_most)
        bounds = say(goal_at_most, written(*condition.at_most));
    if (!condition.largest_of_row)
        return *bounds;
    return bounds ? say(goal_also_largest, *std::move(bounds)) : say(goal_largest);
}

/// With the fewest decimals, from `decimals` on, with which it is seen to be below the bound (sign 1) or
/// above it (−1); nullopt: these are enough, or it is neither.
std::optional<std::string> seen_beside(double number, double bound, double sign, int decimals) {
    constexpr int most_decimals = 17; // tell all numbers around 1 apart
    const auto is_short = [&](double each) { return sign * each < sign * bound; };
    if (!is_short(number) || is_short(rounded(number, decimals)))
        return std::nullopt;
    int needed = decimals;
    while (needed < most_decimals && !is_short(rounded(number, needed)))
        ++needed;
    return display(number, needed);
}

/// What is said of a goal that holds: its number at this moment, unless that is covered.
Said reached_words(const Experiment& experiment, const Question& goal, const IsCovered& is_covered) {
    const Said place = cell_place(experiment, goal.cell);
    const GoalCondition& condition = goal.condition;
    if (is_covered(goal.cell))
        return condition.at_least && condition.at_most // bounds that nobody has to know
                   ? say(goal_met, place)
                   : say(goal_holds, place, condition_words(condition));
    if (condition.largest_of_row)
        return say(goal_reached_first, place);
    constexpr int decimals = 3;
    const MatrixPtr stage = StepNumbers(experiment).stage(goal.cell.stage, goal.cell.head);
    return say(goal_reached, place, display((*stage)(goal.cell.row, goal.cell.column), decimals));
}

Judgement judge_goal(const Experiment& experiment, const Question& goal, const IsCovered& is_covered) {
    if (holds(experiment, goal))
        return {true, {reached_words(experiment, goal, is_covered)}};
    return {false, {say(goal_fails, cell_place(experiment, goal.cell), condition_words(goal.condition))}};
}

/// A mistake that is not the one: where its numbers differ most from those that are shown, as far as nobody
/// has to find them.
Said why_not_that_mistake(const Experiment& experiment, const Question& question, const Matrix& made,
                          MistakenTrace& trace, const IsCovered& is_covered) {
    const Asked asked{question.cell.stage, question.cell.head};
    const std::optional<MistakenStage> shown = mistaken_stage(trace, asked, question.mistake);
    if (!shown || shown->numbers.rows() != made.rows() || shown->numbers.cols() != made.cols())
        return say(mistake_makes_others);
    CellRef most{asked.stage, asked.head, 0, 0};
    double largest = 0;
    for (Index row = 0; row < made.rows(); ++row) {
        for (Index column = 0; column < made.cols(); ++column) {
            const CellRef cell{asked.stage, asked.head, row, column};
            const double off = std::abs(made(row, column) - shown->numbers(row, column));
            if (off > largest && std::isfinite(off) && !is_covered(cell)) {
                largest = off;
                most = cell;
            }
        }
    }
    constexpr int decimals = 3;
    const std::string would_be = display(made(most.row, most.column), decimals);
    const std::string is = display(shown->numbers(most.row, most.column), decimals);
    return largest == 0 || would_be == is
               ? say(mistake_makes_others)
               : say(mistake_would_make, cell_place(experiment, most), would_be, is);
}

Judgement judge_named_mistake(const Experiment& experiment, const Question& question, MistakeKind named,
                              const Naming& naming, const IsCovered& is_covered) {
    const bool right = named == question.mistake;
    if (!TypedNumbers::are_quick(experiment))
        return {right, {right ? say(mistake_is_right, std::string(key_of(named))) : say(mistake_is_another)}};
    const Asked asked{question.cell.stage, question.cell.head};
    MistakenTrace trace(experiment);
    const std::optional<MistakenStage> made = mistaken_stage(trace, asked, named);
    if (!made)
        return {right,
                {right ? say(mistake_is_right, std::string(key_of(named))) : say(mistake_changes_nothing)}};
    if (!right)
        return {false, {why_not_that_mistake(experiment, question, made->numbers, trace, is_covered)}};
    return {true, {say(mistake_is_right, claim_words(experiment, asked, {{made->mistake}, {}}, naming))}};
}

/// One function a kind of answer; another kind than the question's is wrong.
struct AnswerJudge {
    const Experiment& experiment;
    const Question& question;
    const IsCovered& is_covered;
    const Naming& naming;

    Judgement operator()(std::monostate) const { return judge_goal(experiment, question, is_covered); }
    Judgement operator()(const std::string& typed) const {
        if (question.kind == QuestionKind::text)
            return {std::nullopt, {say(kept_for_teacher)}};
        return judge_typed_number(experiment, question, typed, is_covered, naming);
    }
    Judgement operator()(const Answer& given) const {
        return judge_whole_matrix(experiment, question, given, is_covered, naming);
    }
    Judgement operator()(const ChosenOption& chosen) const { return judge_option(question, chosen.index); }
    Judgement operator()(const ClickedCell& cell) const { return judge_cell(experiment, question, cell); }
    Judgement operator()(MistakeKind named) const {
        return judge_named_mistake(experiment, question, named, naming, is_covered);
    }
};

} // namespace

IsCovered is_in(std::vector<StageBlock> blocks) {
    return [blocks = std::move(blocks)](const CellRef& cell) {
        return std::ranges::any_of(blocks, [&](const StageBlock& each) {
            const Block& block = each.block;
            return each.stage == cell.stage && each.head == cell.head && cell.row >= block.row &&
                   cell.row < block.row + block.rows && cell.column >= block.column &&
                   cell.column < block.column + block.columns;
        });
    };
}

std::vector<StageBlock> covered_blocks(const Experiment& experiment, const LessonStep& step) {
    std::vector<StageBlock> blocks;
    for (const Question& each : step.ask) {
        for (const StageBlock& block : covered_by(experiment, each))
            blocks.push_back(block);
    }
    return blocks;
}

Judgement judge_answer(const Experiment& experiment, const Question& question, const GivenAnswer& given,
                       const IsCovered& is_covered, const Naming& naming) {
    if (!has_asked(experiment, question))
        return {false, {say(not_there)}};
    Judgement judged = std::visit(AnswerJudge{experiment, question, is_covered, naming}, given);
    const bool is_done = judged.right.value_or(question.kind == QuestionKind::text);
    if (is_done && !question.why.empty())
        judged.reply.push_back(say(phrase::just, question.why));
    return judged;
}

Said near_miss(const GoalCondition& condition, double number, int decimals) {
    if (condition.at_least) {
        if (const auto seen = seen_beside(number, *condition.at_least, 1, decimals))
            return say(just_below, *seen, written(*condition.at_least));
    }
    if (condition.at_most) {
        if (const auto seen = seen_beside(number, *condition.at_most, -1, decimals))
            return say(just_above, *seen, written(*condition.at_most));
    }
    return {};
}

} // namespace lab
