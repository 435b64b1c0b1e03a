// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of numbers that are given for an answer.
#include "core/lesson/judge_answer.h"

#include "core/analysis/agreement.h"
#include "core/analysis/diagnosis/claim_words.h"
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/verdict_words.h"
#include "core/base/text_limits.h"
#include "core/describe/names.h"
#include "core/experiment/phrases.h"
#include "core/lesson/step_numbers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr std::size_t most_quoted = 60; // bytes of what was typed

constexpr Phrase<1> is_no_number{"“{0}” is no number; type one, such as 0.25 or −1.5"};

constexpr Phrase<0> all_right{"All numbers are right"};
constexpr Phrase<1> all_right_but{"All numbers are right; {0}"};
constexpr Phrase<3> some_are_right{"{0} of {1} numbers are right for the {2}"};
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

/// What explains a wrong matrix.
std::vector<Said> matrix_words(const Experiment& experiment, const StageBlock& part,
                               const Diagnosis& diagnosis, const IsCovered& is_covered,
                               const Naming& naming) {
    using Kind = PartVerdict::Kind;
    const PartVerdict verdict = verdict_of(experiment, part, diagnosis, is_covered);
    std::vector<Said> words = part_words(experiment, part, diagnosis, verdict, naming);
    if (verdict.kind == Kind::mistake)
        return words;
    if (!diagnosis.has_shape)
        return {say(phrase::shapes_differ, shape_text(diagnosis.rows, diagnosis.columns),
                    plural_of(part.stage), shape_text(part.block.rows, part.block.columns))};
    words.insert(words.begin(), say(some_are_right, diagnosis.right, diagnosis.cells, plural_of(part.stage)));
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

bool has_two_token_axes(StageId stage) {
    return is_token_axis(info(stage).rows) && is_token_axis(info(stage).columns);
}

/// With a row and a column for each token, the other way round is another matrix: QᵀK in place of KᵀQ.
bool are_axes_exchanged(StageId stage, const Diagnosis& diagnosis) {
    return has_two_token_axes(stage) &&
           std::ranges::find(diagnosis.arrangement, Arrangement::as_columns) != diagnosis.arrangement.end();
}

} // namespace

Judgement judge_number(const Experiment& experiment, const CellRef& cell, const std::string& quoted,
                       const TypedAnswer& typed, const RightNumber& right, const IsCovered& is_covered,
                       const Naming& naming) {
    NumberJudge judge(experiment, decimals_of(experiment), is_covered);
    const NumberVerdict verdict = judge.judge(cell, typed, right);
    return {verdict.is_right(), number_words(experiment, cell, quoted, typed, verdict, naming)};
}

Judgement judge_typed_number(const Experiment& experiment, const Question& question, const std::string& typed,
                             const IsCovered& is_covered, const Naming& naming) {
    const std::string text = shortened(typed, most_quoted);
    const std::optional<Answer> read = typed.size() > most_in_field ? std::nullopt : read_answer(typed);
    if (!read || read->numbers.size() != 1)
        return {false, {say(is_no_number, text)}};
    const CellRef& cell = question.cell;
    const MatrixPtr stage = StepNumbers(experiment).stage(cell.stage, cell.head);
    const TypedAnswer answer{read->numbers(0, 0), read->decimals, read->shown_decimals};
    return judge_number(experiment, cell, text, answer,
                        {(*stage)(cell.row, cell.column), largest_magnitude(*stage), question.tolerance},
                        is_covered, naming);
}

Judgement judge_whole_matrix(const Experiment& experiment, const Question& question, const Answer& given,
                             const IsCovered& is_covered, const Naming& naming) {
    const Asked asked{question.cell.stage, question.cell.head};
    // Given as the card shows it, with a column for each token in columns notation; stages are compared in
    // rows.
    const bool is_turned = experiment.notation == Notation::columns;
    const auto diagnosed = [&](const Matrix& numbers) {
        const PrintedArray array{
            numbers, Matrix::Constant(numbers.rows(), numbers.cols(), std::pow(10.0, -given.decimals))};
        return TypedNumbers::are_quick(experiment)
                   ? judge(experiment, asked, array, question.tolerance)
                   : judge_right(experiment, asked, array, question.tolerance);
    };
    const Naming as_shown{naming.first, experiment.notation};
    std::optional<Diagnosis> diagnosis =
        diagnosed(is_turned ? Matrix(given.numbers.transpose()) : given.numbers);
    const bool is_told =
        diagnosis && (diagnosis->is_right || (!diagnosis->claims.empty() && diagnosis->arrangement.empty()));
    if (is_turned && diagnosis && !is_told && !has_two_token_axes(asked.stage)) {
        // A notebook may have a row for each token, and a mistake besides.
        if (auto in_rows = diagnosed(given.numbers); in_rows && !in_rows->claims.empty())
            diagnosis = std::move(in_rows);
    }
    if (!diagnosis)
        return {false, {say(are_not, plural_of(asked.stage))}};
    if (diagnosis->is_right && is_turned && are_axes_exchanged(asked.stage, *diagnosis))
        return {false, {claim_words(experiment, asked, {{{MistakeKind::transposed}}, {}}, as_shown)}};
    if (diagnosis->is_right)
        return {true, right_matrix_words(experiment, *diagnosis, as_shown)};
    return {false,
            matrix_words(experiment, *asked_numbers(experiment, question), *diagnosis, is_covered, as_shown)};
}

} // namespace lab
