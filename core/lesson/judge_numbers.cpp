// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of numbers that are given for an answer.
#include "core/lesson/judge_answer.h"

#include "core/analysis/agreement.h"
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/base/text_limits.h"
#include "core/describe/names.h"
#include "core/experiment/phrases.h"
#include "core/lesson/step_numbers.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lab {

namespace {

constexpr std::size_t most_quoted = 60; // bytes of what was typed

constexpr Phrase<1> is_no_number{"“{0}” is no number; type one, such as 0.25 or −1.5"};
constexpr Phrase<2> is_right_number{"{0} is right for {1}"};
constexpr Phrase<2> is_right_from_shown{"{0} is right for {1}, from the rounded numbers on the cards"};
constexpr Phrase<4> is_right_in_part{"{0} is right to {1} decimals, not to {2}, for {3}"};
constexpr Phrase<3> is_close{"{0} is close for {1}: type {2} decimals or more"};
constexpr Phrase<2> is_not_right{"{0} is not right for {1}"};
constexpr Phrase<1> one_mistake_gives_it{"One known mistake gives it: {0}"};
constexpr Phrase<0> of_another_row{"It is a number of another row"};
constexpr Phrase<0> of_another_column{"It is a number of another column"};
constexpr Phrase<1> nothing_gives_it{
    "No mistake that is known here gives it; go through the formula of the {0} step by step"};

constexpr Phrase<0> all_right{"All numbers are right"};
constexpr Phrase<1> all_right_but{"All numbers are right; {0}"};
constexpr Phrase<3> some_are_right{"{0} of {1} numbers are right for the {2}"};
constexpr Phrase<1> others_are_known{"{0}; other mistakes give these numbers, too"};
constexpr Phrase<3> most_fit{"{0} of {1} fit this. {2}"};
constexpr Phrase<0> right_for_another_row{"They are right for another row"};
constexpr Phrase<0> right_for_another_column{"They are right for another column"};
constexpr Phrase<1> nothing_gives_them{
    "No mistake that is known here gives them; go through the formula of the {0} step by step"};
constexpr Phrase<1> are_not{"These are not the {0}, and in so large a document no mistake is looked for; go "
                            "through the formula step by step"};

/// With how many decimals the cards show numbers, if the document chooses that.
std::optional<int> decimals_of(const Experiment& experiment) {
    constexpr std::int64_t most = 17;
    const JsonPtr& view = experiment.view;
    if (!view || !view->is_object() || !view->contains("decimals") ||
        !view->at("decimals").is_number_integer())
        return std::nullopt;
    const auto decimals = view->at("decimals").get<std::int64_t>();
    return decimals >= 0 && decimals <= most ? std::optional(static_cast<int>(decimals)) : std::nullopt;
}

/// Whether what is a row in the core is one on screen, too.
bool is_row_there(NumberVerdict::Kind kind, const Naming& naming) {
    return (kind == NumberVerdict::Kind::other_row) == (naming.notation == Notation::rows);
}
bool is_row_there(PartVerdict::Kind kind, const Naming& naming) {
    return (kind == PartVerdict::Kind::other_row) == (naming.notation == Notation::rows);
}

/// What gives a wrong number.
Said reason_of(const Experiment& experiment, const CellRef& cell, double number, const NumberVerdict& verdict,
               const Naming& naming) {
    using Kind = NumberVerdict::Kind;
    switch (verdict.kind) {
    case Kind::mistake:
        return say(one_mistake_gives_it,
                   claim_words(experiment, {cell.stage, cell.head}, {{*verdict.mistake}, {}}, naming));
    case Kind::other_place:
        return place_words(experiment, verdict.place, number, naming);
    case Kind::other_row:
    case Kind::other_column:
        return say(is_row_there(verdict.kind, naming) ? of_another_row : of_another_column);
    default:
        return say(nothing_gives_it, plural_of(cell.stage));
    }
}

std::vector<Said> number_words(const Experiment& experiment, const CellRef& cell,
                               const std::string& quoted_text, const TypedAnswer& typed,
                               const NumberVerdict& verdict, const Naming& naming) {
    using Kind = NumberVerdict::Kind;
    Said place = cell_place(experiment, cell);
    switch (verdict.kind) {
    case Kind::right:
        return {say(is_right_number, quoted_text, std::move(place))};
    case Kind::right_from_shown:
        return {say(is_right_from_shown, quoted_text, std::move(place))};
    case Kind::right_in_part:
        return {say(is_right_in_part, quoted_text, Index{verdict.decimals}, Index{typed.decimals},
                    std::move(place))};
    case Kind::too_few_decimals:
        return {say(is_close, quoted_text, std::move(place), Index{typed.decimals})};
    default:
        return {say(is_not_right, quoted_text, std::move(place)),
                reason_of(experiment, cell, typed.number, verdict, naming)};
    }
}

/// What explains a wrong matrix.
std::vector<Said> matrix_words(const Experiment& experiment, const StageBlock& part,
                               const Diagnosis& diagnosis, const IsCovered& is_covered,
                               const Naming& naming) {
    using Kind = PartVerdict::Kind;
    const Asked asked{part.stage, part.head};
    const PartVerdict verdict = verdict_of(experiment, part, diagnosis, is_covered);
    const auto claim = [&] {
        Said words = claim_words(experiment, asked, verdict.claim, naming);
        return verdict.others_agree ? say(others_are_known, std::move(words)) : words;
    };
    if (verdict.kind == Kind::mistake)
        return {claim()};
    if (!diagnosis.has_shape)
        return {say(phrase::shapes_differ, shape_text(diagnosis.rows, diagnosis.columns),
                    plural_of(part.stage), shape_text(part.block.rows, part.block.columns))};
    std::vector<Said> words{say(some_are_right, diagnosis.right, diagnosis.cells, plural_of(part.stage))};
    if (verdict.kind == Kind::most)
        words.push_back(say(most_fit, verdict.fitting, part.block.rows * part.block.columns, claim()));
    else if (verdict.kind == Kind::other_row || verdict.kind == Kind::other_column)
        words.push_back(
            say(is_row_there(verdict.kind, naming) ? right_for_another_row : right_for_another_column));
    else
        words.push_back(say(nothing_gives_them, plural_of(part.stage)));
    return words;
}

std::vector<Said> right_matrix_words(const Experiment& experiment, const Diagnosis& diagnosis,
                                     const Naming& naming) {
    std::vector<Said> words;
    if (!diagnosis.arrangement.empty()) {
        for (Said& each : arrangement_words(experiment, diagnosis, naming))
            words.push_back(say(all_right_but, std::move(each)));
    }
    return words.empty() ? std::vector{say(all_right)} : words;
}

} // namespace

Judgement judge_typed_number(const Experiment& experiment, const Question& question, const std::string& typed,
                             const IsCovered& is_covered, const Naming& naming) {
    const std::string text = shortened(typed, most_quoted);
    const std::optional<Answer> read = typed.size() > most_in_field ? std::nullopt : read_answer(typed);
    if (!read || read->numbers.size() != 1)
        return {false, {say(is_no_number, text)}};
    const CellRef& cell = question.cell;
    const MatrixPtr stage = StepNumbers(experiment).stage(cell.stage, cell.head);
    const TypedAnswer answer{read->numbers(0, 0), read->decimals, read->shown_decimals};
    NumberJudge judge(experiment, decimals_of(experiment), is_covered);
    const NumberVerdict verdict = judge.judge(
        cell, answer, {(*stage)(cell.row, cell.column), largest_magnitude(*stage), question.tolerance});
    return {verdict.is_right(), number_words(experiment, cell, text, answer, verdict, naming)};
}

Judgement judge_whole_matrix(const Experiment& experiment, const Question& question, const Answer& given,
                             const IsCovered& is_covered, const Naming& naming) {
    const Asked asked{question.cell.stage, question.cell.head};
    const Matrix& numbers = given.numbers;
    const PrintedArray array{
        numbers, Matrix::Constant(numbers.rows(), numbers.cols(), std::pow(10.0, -given.decimals))};
    const bool is_quick = TypedNumbers::are_quick(experiment);
    const std::optional<Diagnosis> diagnosis =
        is_quick ? judge(experiment, asked, array, question.tolerance)
                 : judge_right(experiment, asked, array, question.tolerance);
    if (!diagnosis)
        return {false, {say(are_not, plural_of(asked.stage))}};
    if (diagnosis->is_right)
        return {true, right_matrix_words(experiment, *diagnosis, naming)};
    return {false,
            matrix_words(experiment, *covered_by(experiment, question), *diagnosis, is_covered, naming)};
}

} // namespace lab
