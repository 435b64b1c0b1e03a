// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stage_steps.h"

#include "core/base/number_format.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/masks.h"
#include "core/experiment/phrases.h"
#include "core/experiment/rotation.h"
#include "core/explain/drawn_words.h"
#include "core/explain/names.h"
#include "core/explain/norm_steps.h"
#include "core/explain/not_finite.h"
#include "core/stages/02_inputs.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

namespace lab {

namespace {

std::string feature(Index index) {
    return "d" + std::to_string(index + 1);
}

/// The number that a position adds, which is not stored in any matrix of the document.
double sinusoid(const Embedding& embedding, Index position, Index column) {
    const Matrix zeros = Matrix::Zero(1, column + 1);
    Matrix number(1, 1);
    inputs({Tokenizer::manual, {}, {}, position}, &zeros, embedding, {0, column, 1, 1}, number);
    return number(0, 0);
}

/// The sum of a linear projection at a column of a head, before rotation.
ExplanationStep projected(const StepInputs& from, const CellRef& cell, Phrase<0> PairTitle::*title) {
    const Experiment& experiment = from.experiment;
    const ReadRows& matrix = from.matrix;
    const ProjectionNames names = projection_of(cell.stage);
    const Projection& p = experiment.projection;
    const StageId x = inputs_of(experiment, cell.stage);
    const Split split = info(names.weights).split;
    const auto column = [&](Index width) {
        return head_columns(width, split, experiment.heads, cell.head).first + cell.column;
    };
    switch (p.kind) {
    case ProjectionKind::linear: {
        ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, phrase::multiply.*title);
        const Matrix& weights = *projection_matrix(p, names.weights);
        for (Index i = 0; i < weights.rows(); ++i)
            add_term(step, feature(i),
                     {operand_of(experiment, matrix, {x, 0, cell.row, i}),
                      operand_of(experiment, {names.weights, i, column(weights.cols())})});
        if (const MatrixPtr& bias = projection_matrix(p, names.bias))
            add_number(step, text_of(say(phrase::bias_term)),
                       operand_of(experiment, {names.bias, 0, column(bias->cols())}));
        return step;
    }
    case ProjectionKind::identity: {
        ExplanationStep step = begin_step(from, cell, ExplanationKind::copy, phrase::take_input.*title);
        const Index width = matrix(x, 0).cols();
        add_number(step, {}, operand_of(experiment, matrix, {x, 0, cell.row, column(width)}));
        return step;
    }
    case ProjectionKind::direct: {
        ExplanationStep step = begin_step(from, cell, ExplanationKind::copy, phrase::take_given.*title);
        const Matrix& given = *projection_matrix(p, names.given);
        add_number(step, {}, operand_of(experiment, {names.given, cell.row, column(given.cols())}));
        return step;
    }
    }
    return {};
}

ExplanationStep capping(const StepInputs& from, const CellRef& cell, const Cap& cap) {
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, phrase::cap_score);
    const double tangent = std::tanh(cap.x / cap.c);
    add_term(step, text_of(say(phrase::score_term)), {{"c", {}, cap.c, {}}, {"tanh(x/c)", {}, tangent, {}}});
    step.cap = cap;
    if (std::isinf(cap.x))
        step.words.push_back(say(phrase::softcap_of_infinity, cap.x, tangent));
    else if (!std::isnan(cap.x))
        step.words.push_back(say(phrase::softcap, cap.c));
    return step;
}

/// What is added to scaled scores; nullopt if nothing is.
std::optional<Phrase<0>> title_of_adding(const Scores& scores) {
    const bool adds = !scores.additive.empty();
    if (scores.bias == ScoreBias::alibi)
        return adds ? phrase::subtract_distance_and_add : phrase::subtract_distance;
    return adds ? std::optional(phrase::add_added) : std::nullopt;
}

/// The first term of the step is the score, scaled and capped.
ExplanationStep adding(const StepInputs& from, const CellRef& cell, const Phrase<0>& title, Operand score) {
    const Experiment& experiment = from.experiment;
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, title);
    add_number(step, text_of(say(phrase::score_term)), std::move(score));
    if (experiment.scores.bias == ScoreBias::alibi) {
        const FirstPositions first = first_positions(experiment);
        const Index distance = std::abs((first.query + cell.row) - (first.key + cell.column));
        add_term(step, text_of(say(phrase::distance_term)),
                 {{"−slope", {}, -alibi_slope(cell.head, experiment.heads.count), {}},
                  {"|i − j|", {}, static_cast<double>(distance), {}}});
        step.words.push_back(say(phrase::alibi));
    }
    if (added_scores(experiment.scores, cell.head))
        add_number(step, text_of(say(phrase::added_term)),
                   operand_of(experiment, added_cell(experiment, cell)));
    return step;
}

} // namespace

std::vector<ExplanationStep> input_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const bool given = has_given_inputs(experiment);
    const bool of_source = cell.stage == StageId::source_inputs;
    const Index position = (of_source ? *experiment.source : experiment.sequence).offset + cell.row;
    const ParameterCell place = vector_of(experiment, cell);
    const Operand vector = operand_of(experiment, place);
    std::vector<Said> remarks;
    if (auto origin = drawn_words(experiment, place))
        remarks.push_back(std::move(*origin));
    const PositionKind kind = experiment.embedding.position.kind;
    if (kind == PositionKind::none) {
        ExplanationStep step =
            begin_step(from, cell, ExplanationKind::copy, given ? phrase::take_row : phrase::look_up);
        add_number(step, {}, vector);
        step.words = std::move(remarks);
        return {step};
    }
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum,
                                      given ? phrase::add_position_to_row : phrase::add_position);
    add_number(step, text_of(say(given ? phrase::row_term : phrase::token_term)), vector);
    step.words = std::move(remarks);
    if (kind == PositionKind::learned) {
        add_number(step, text_of(say(phrase::position_term)),
                   operand_of(experiment, {ParameterId::position, position, cell.column}));
        return {step};
    }
    const Index even = cell.column - cell.column % 2;
    const std::string angle = "(" + std::to_string(position + 1) + " − 1) / 10000^(" + std::to_string(even) +
                              "/" + std::to_string(experiment.embedding.dimension) + ")";
    add_number(step, text_of(say(phrase::position_term)),
               {(cell.column % 2 == 0 ? "sin(" : "cos(") + angle + ")",
                {},
                sinusoid(experiment.embedding, position, cell.column),
                {}});
    return {step};
}

namespace {

/// Ends with the step that computes the cell.
std::vector<ExplanationStep> steps_of_projection(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const Rotation rotation(experiment);
    const std::optional<Index> own =
        cell.stage == StageId::values ? std::nullopt : rotation.pair_of(cell.column);
    if (!own) {
        std::vector<ExplanationStep> steps{projected(from, cell, &PairTitle::alone)};
        add_norm_steps(from, {cell}, steps);
        if (experiment.scores.rotary && cell.stage != StageId::values)
            steps.back().words.push_back(say(phrase::not_rotated));
        return steps;
    }
    const auto [first, second] = rotation.pair(*own);
    CellRef pair = cell;
    std::vector<CellRef> cells;
    std::vector<ExplanationStep> steps;
    for (const Index column : {first, second}) {
        pair.column = column;
        cells.push_back(pair);
        steps.push_back(projected(from, pair, column == first ? &PairTitle::first : &PairTitle::second));
    }
    add_norm_steps(from, cells, steps);
    const std::size_t of_pair = steps.size() - 2;
    for (const std::size_t i : {of_pair, of_pair + 1}) {
        steps[i].symbol = (i == of_pair ? "a" : "b");
        steps[i].index.clear();
    }
    const FirstPositions positions = first_positions(experiment);
    const Index position = cell.row + (cell.stage == StageId::queries ? positions.query : positions.key);
    const double angle = static_cast<double>(position) * rotation.frequency(*own);
    const Operand a{"a", {}, steps[of_pair].result, {}, false, of_pair};
    const Operand b{"b", {}, steps[of_pair + 1].result, {}, false, of_pair + 1};
    const Operand cosine{"cos θ", {}, std::cos(angle), {}};
    const Operand sine{"sin θ", {}, std::sin(angle), {}};
    ExplanationStep turn = begin_step(from, cell, ExplanationKind::sum, phrase::rotate);
    if (cell.column == first) {
        add_term(turn, "a", {a, cosine});
        add_term(turn, "b", {b, {"(−sin θ)", {}, -std::sin(angle), {}}});
    } else {
        add_term(turn, "a", {a, sine});
        add_term(turn, "b", {b, cosine});
    }
    if (second != first + 1)
        turn.words.push_back(say(phrase::pair_across, first + 1, second + 1));
    turn.words.push_back(say(phrase::rotation, position + 1, experiment.scores.rotary_base, 2 * *own,
                             rotation.width(), angle,
                             position + 1)); // counted from 1, as on the chips
    steps.push_back(std::move(turn));
    return steps;
}

} // namespace

std::vector<ExplanationStep> projection_steps(const StepInputs& from, const CellRef& cell) {
    std::vector<ExplanationStep> steps = steps_of_projection(from, cell);
    if (cell.stage == StageId::queries || !is_cache_step(from.experiment))
        return steps;
    const bool is_last = cell.row + 1 == dimensions(from.experiment).n_k;
    steps.back().words.push_back(
        is_last ? say(phrase::joins_cache)
                : say(phrase::cached_since, label_in_sentence(from.experiment, Axis::key_token, cell.row)));
    return steps;
}

std::vector<ExplanationStep> score_steps(const StepInputs& from, const CellRef& cell) {
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, phrase::compare);
    for (Index i = 0; i < dimensions(from.experiment).d_k; ++i)
        add_term(step, feature(i),
                 {operand_of(from.experiment, from.matrix, {StageId::queries, cell.head, cell.row, i}),
                  operand_of(from.experiment, from.matrix, {StageId::keys, cell.head, cell.column, i})});
    return {step};
}

std::vector<ExplanationStep> scaling_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const Index d_k = dimensions(experiment).d_k;
    std::vector<ExplanationStep> steps{begin_step(from, cell, ExplanationKind::sum, phrase::scale)};
    const std::string factor =
        experiment.scores.scale ? brief(*experiment.scores.scale) : "1/√" + std::to_string(d_k);
    add_term(steps.front(), text_of(say(phrase::score_term)),
             {operand_of(experiment, from.matrix, {StageId::scores, cell.head, cell.row, cell.column}),
              {factor, {}, scale_factor(experiment.scores, d_k), {}}});
    const auto add = [&](ExplanationStep next, const char* symbol) {
        steps.back().symbol = symbol; // what the next step reads
        steps.back().index.clear();
        steps.push_back(std::move(next));
    };
    const auto& softcap = experiment.scores.softcap;
    if (softcap)
        add(capping(from, cell, {steps.front().result, *softcap}), "x");
    if (const auto& title = title_of_adding(experiment.scores))
        add(adding(from, cell, *title,
                   {softcap ? "y" : "x", {}, steps.back().result, {}, false, steps.size() - 1}),
            softcap ? "y" : "x");
    return steps;
}

std::vector<ExplanationStep> mask_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    ExplanationStep step = begin_step(from, cell, ExplanationKind::mask, phrase::mask);
    add_number(
        step, {},
        operand_of(experiment, from.matrix, {StageId::scaled_scores, cell.head, cell.row, cell.column}));
    if (auto rules = rules_words(experiment, cell.row, cell.column)) {
        step.words.push_back(say(phrase::hidden_by, std::move(*rules)));
        for (const MaskRule* rule : hiding_rules(experiment, cell.row, cell.column)) {
            if (rule->remark)
                step.words.push_back(say(*rule->remark));
        }
        step.result = -std::numeric_limits<double>::infinity();
    } else {
        step.words.push_back(say(has_mask(experiment.mask) ? phrase::not_hidden : phrase::not_masked));
        const CellRef scaled{StageId::scaled_scores, cell.head, cell.row, cell.column};
        if (const auto origin = origin_of(experiment, from.matrix, scaled)) {
            Said reason = origin_words(experiment, *origin, scaled);
            const bool is_hidden_by_it = step.result == -HUGE_VAL && hides(origin);
            step.words.push_back(is_hidden_by_it ? say(phrase::hidden_all_the_same, std::move(reason))
                                                 : std::move(reason));
        }
    }
    return {step};
}

std::vector<ExplanationStep> dropout_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    ExplanationStep step = begin_step(from, cell, ExplanationKind::dropout, phrase::drop);
    add_number(step, {},
               operand_of(experiment, from.matrix, {StageId::weights, cell.head, cell.row, cell.column}));
    const DropoutDraw draw = draw_of(*experiment.dropout, dimensions(experiment), cell);
    step.draw = draw;
    if (draw.is_kept())
        step.result /= draw.threshold;
    else
        step.result = 0;
    // Two numbers that differ are not written alike.
    const bool look_alike = brief(draw.number) == brief(draw.threshold);
    const auto written = [&](double number) { return look_alike ? shortest(number) : brief(number); };
    step.words.push_back(say(draw.is_kept() ? phrase::kept_by : phrase::dropped_by, written(draw.number),
                             written(draw.threshold)));
    return {step};
}

std::vector<ExplanationStep> head_output_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const StageId in_use = weights_in_use(experiment);
    const auto row = from.matrix(in_use, cell.head).row(cell.row);
    const std::vector<double> weights(row.begin(), row.end());
    const bool is_average = !std::isnan(entropy_bits(weights));
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum,
                                      experiment.dropout ? phrase::sum_values_after_dropout
                                      : is_average       ? phrase::average_values
                                                         : phrase::sum_values);
    for (Index key = 0; key < dimensions(experiment).n_k; ++key)
        add_term(step, axis_label(experiment, Axis::key_token, key),
                 {operand_of(experiment, from.matrix, {in_use, cell.head, cell.row, key}),
                  operand_of(experiment, from.matrix, {StageId::values, cell.head, key, cell.column})});
    return {step};
}

std::vector<ExplanationStep> concat_steps(const StepInputs& from, const CellRef& cell) {
    ExplanationStep step = begin_step(from, cell, ExplanationKind::copy, phrase::concatenate);
    const Index d_v = dimensions(from.experiment).d_v;
    add_number(step, {},
               operand_of(from.experiment, from.matrix,
                          {StageId::head_outputs, cell.column / d_v, cell.row, cell.column % d_v}));
    step.words.push_back(say(phrase::from_head, cell.column / d_v + 1));
    return {step};
}

std::vector<ExplanationStep> output_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const Projection& p = experiment.projection;
    const auto concatenated = [&](Index column) {
        return operand_of(experiment, from.matrix, {StageId::concat, 0, cell.row, column});
    };
    if (!p.W_O) {
        ExplanationStep step = begin_step(from, cell, ExplanationKind::copy, phrase::take_heads);
        add_number(step, {}, concatenated(cell.column));
        return {step};
    }
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, phrase::mix_heads);
    for (Index i = 0; i < p.W_O->rows(); ++i)
        add_term(step, feature(i),
                 {concatenated(i), operand_of(experiment, {ParameterId::W_O, i, cell.column})});
    if (p.b_O)
        add_number(step, text_of(say(phrase::bias_term)),
                   operand_of(experiment, {ParameterId::b_O, 0, cell.column}));
    return {step};
}

std::vector<ExplanationStep> own_steps(const StepInputs& from, const CellRef& cell) {
    switch (cell.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return input_steps(from, cell);
    case StageId::queries:
    case StageId::keys:
    case StageId::values:
        return projection_steps(from, cell);
    case StageId::scores:
        return score_steps(from, cell);
    case StageId::scaled_scores:
        return scaling_steps(from, cell);
    case StageId::masked_scores:
        return mask_steps(from, cell);
    case StageId::weights:
        return weight_steps(from, cell);
    case StageId::dropped_weights:
        return dropout_steps(from, cell);
    case StageId::head_outputs:
        return head_output_steps(from, cell);
    case StageId::concat:
        return concat_steps(from, cell);
    case StageId::output:
        return output_steps(from, cell);
    }
    return {};
}

} // namespace lab
