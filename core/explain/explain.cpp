// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explain.h"

#include "core/analysis/statistics.h"
#include "core/covered.h"
#include "core/explain/covered_steps.h"
#include "core/explain/names.h"
#include "core/explain/not_finite.h"
#include "core/explain/operands.h"
#include "core/explain/stage_steps.h"
#include "core/explain/step_formula.h"
#include "core/number_format.h"
#include "core/overrides.h"
#include "core/phrases.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lab {

namespace {

/// The stages from queries and keys to a weight, with one number per pair of tokens.
constexpr std::array pair_stages{StageId::scores, StageId::scaled_scores, StageId::masked_scores,
                                 StageId::weights, StageId::dropped_weights};

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

bool is_rounding_of(const StepInputs& from, const CellRef& cell);

/// The sum of the magnitudes of a step's terms. A factor that is itself 0 within rounding counts with the
/// magnitude of what it was computed from, because what is computed with it is rounding error as well.
double magnitude_of_step(const StepInputs& from, const std::vector<ExplanationStep>& steps,
                         std::size_t index);

double magnitude_of(const StepInputs& from, const std::vector<ExplanationStep>& steps) {
    return magnitude_of_step(from, steps, steps.size() - 1);
}

double magnitude_of(const StepInputs& from, const std::vector<ExplanationStep>& steps, const Operand& factor,
                    double largest) {
    constexpr double suspicious = 1e-9;
    const double own = std::abs(factor.value);
    if (factor.divides)
        return 1 / own;
    if (factor.step)
        return magnitude_of_step(from, steps, *factor.step);
    const auto* cell = factor.source ? std::get_if<CellRef>(&*factor.source) : nullptr;
    if (!cell || own == 0 || own > suspicious * largest || !is_rounding_of(from, *cell))
        return own;
    return magnitude_of(from, own_steps(from, *cell));
}

/// Whether a term is divided by a number that is not much larger than it. That number may then be a rounding
/// error as well, and the quotient says nothing.
bool is_quotient_of_equals(const Term& term) {
    constexpr double much = 1e9;
    const auto divisor = std::ranges::find(term.factors, true, &Operand::divides);
    return divisor != term.factors.end() &&
           !(std::abs(divisor->value) > much * std::abs(term.factors.front().value));
}

double magnitude_of_step(const StepInputs& from, const std::vector<ExplanationStep>& steps,
                         std::size_t index) {
    const ExplanationStep& step = steps[index];
    double largest = 1;
    for (const Term& term : step.terms) {
        for (const Operand& factor : term.factors)
            largest = std::max(largest, std::abs(factor.value));
    }
    double sum = 0;
    for (const Term& term : step.terms) {
        double product = 1;
        for (const Operand& factor : term.factors)
            product *= magnitude_of(from, steps, factor, largest);
        sum += is_quotient_of_equals(term) ? std::abs(term.value) : product;
    }
    // What is capped changes with the steps before it by the cap's slope.
    const double slope = step.cap ? cap_slope(step.cap->x, step.cap->c) : 0;
    for (std::size_t i = 0; slope > 0 && i < index; ++i)
        sum += slope * magnitude_of_step(from, steps, i);
    return sum;
}

bool is_rounding_of(const StepInputs& from, const CellRef& cell) {
    if (cell.stage == StageId::weights || cell.stage == StageId::dropped_weights)
        return false;
    const double value = from.matrix(cell.stage, cell.head)(cell.row, cell.column);
    if (value == 0 || !std::isfinite(value) || override_of(from.experiment, cell))
        return false;
    for (const StageBlock& each : read_by(from.experiment, cell).stages) {
        if (from.matrix(each.stage, each.head).size() == 0)
            return false;
    }
    return is_rounding(value, magnitude_of(from, own_steps(from, cell)));
}

void add_steps(const StepInputs& from, const CellRef& cell, std::vector<ExplanationStep>& steps) {
    std::vector<ExplanationStep> own = own_steps(from, cell);
    cover_steps(from, cell, own);
    for (ExplanationStep& step : own) {
        add_formulas(from.experiment, step);
        steps.push_back(std::move(step));
    }
    const Override* overriding = override_of(from.experiment, cell);
    if (!overriding) {
        const ExplanationKind kind = steps.back().kind;
        const bool is_sum =
            kind == ExplanationKind::sum || kind == ExplanationKind::copy || kind == ExplanationKind::dropout;
        // Not of a sink's share, which no matrix holds.
        const std::optional<Origin> origin =
            is_sum ? origin_of(from.experiment, from.matrix, cell) : std::nullopt;
        ExplanationStep& last = steps.back();
        last.rounding = is_rounding_of(from, cell);
        if (last.rounding)
            last.words.push_back(say(phrase::within_rounding, last.result));
        if (origin)
            last.words.push_back(origin_words(from.experiment, *origin, cell));
        return;
    }
    ExplanationStep step = begin_step(from, cell, ExplanationKind::overridden, phrase::overridden);
    step.result = overriding->value;
    step.words.push_back(say(phrase::computed_value, steps.back().result));
    steps.push_back(std::move(step));
}

/// "34.4 %"; "less than" or "more than" if it would round to 0 % or 100 %.
Said percent(double share) {
    constexpr double least = 0.0005;
    if (share > 0 && share < least)
        return say(phrase::hardly_any);
    if (share < 1 && share > 1 - least)
        return say(phrase::nearly_all);
    return say(phrase::percent, display(share * 100, 1));
}

/// "the second largest", "the largest, equal to 2 others": the rank of a number among the finite ones of
/// `numbers`, which include it. Numbers that differ only by rounding count as equal, since the scores of a
/// repeated word may be summed in different orders.
struct Rank {
    Said words;
    Index of = 0; ///< how many are finite
};
Rank rank_among(const std::vector<double>& numbers, double own) {
    const double rounding = 1e-12 * std::abs(own);
    Index larger = 0;
    Index equal = -1; // does not count itself
    Rank rank;
    for (const double number : numbers) {
        if (!std::isfinite(number))
            continue;
        ++rank.of;
        larger += number > own + rounding ? 1 : 0;
        equal += std::abs(number - own) <= rounding ? 1 : 0;
    }
    const bool is_smallest = larger > 0 && larger + equal + 1 == rank.of;
    rank.words = rank_words(is_smallest ? rank.of - 1 : larger, is_smallest ? rank.of : rank.of + 1);
    if (equal == 1)
        rank.words = say(phrase::equal_to_one, std::move(rank.words));
    else if (equal > 1)
        rank.words = say(phrase::equal_to_others, std::move(rank.words), equal);
    return rank;
}

/// Where a number that is not finite began; nullopt if that is unknown.
std::optional<Said> reason_for(const StepInputs& from, const CellRef& cell) {
    const std::optional<Origin> origin = origin_of(from.experiment, from.matrix, cell);
    return origin ? std::optional(origin_words(from.experiment, *origin, cell)) : std::nullopt;
}

/// For a key whose score is −∞.
Said left_out_words(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key) {
    const CellRef masked{StageId::masked_scores, cell.head, cell.row, cell.column};
    const std::optional<Origin> origin = origin_of(from.experiment, from.matrix, masked);
    const bool is_weight = cell.stage == StageId::weights;
    if (!origin)
        return say(is_weight ? phrase::no_weight : phrase::score_left_out, query, key);
    Said reason = origin_words(from.experiment, *origin, cell);
    if (hides(origin))
        return say(phrase::hidden_from, key, query, std::move(reason));
    return say(is_weight ? phrase::no_weight_by : phrase::score_left_out_by, query, key, std::move(reason));
}

/// For a weight of a row that is not a distribution, so that it is not a share. `sink`: what a sink takes of
/// it.
Said other_weight_words(const Experiment& experiment, const Said& query, const Said& key, double weight,
                        const Rank& rank, double sum, const std::vector<double>& sink) {
    Said words = rank.of > 1 ? say(phrase::weight_of_sum_ranked.in(experiment.notation), query, key, weight,
                                   rank.words, sum)
                             : say(phrase::weight_of_sum.in(experiment.notation), query, key, weight, sum);
    return sink.empty() ? words : say(phrase::and_sink_takes, std::move(words), sink.front());
}

Said weight_words(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key) {
    const StageRows weights = from.matrix(StageId::weights, cell.head);
    const StageRows masked = from.matrix(StageId::masked_scores, cell.head);
    const double weight = weights(cell.row, cell.column);
    if (is_hidden(masked(cell.row, cell.column)) && weight == 0)
        return left_out_words(from, cell, query, key);
    if (!std::isfinite(weight)) {
        const std::optional<Said> reason = reason_for(from, cell);
        return reason ? say(phrase::weight_is_by, query, key, weight, *reason)
                      : say(phrase::weight_is, query, key, weight);
    }
    if (is_row_covered(from, cell))
        return say(phrase::weight_is, query, key, weight);
    const auto row = weights.row(cell.row);
    const std::vector<double> all(row.begin(), row.end());
    std::vector<double> visible;
    double sum = 0;
    for (Index each = 0; each < weights.cols(); ++each) {
        sum += weights(cell.row, each);
        if (!is_hidden(masked(cell.row, each)) || weights(cell.row, each) != 0)
            visible.push_back(weights(cell.row, each));
    }
    const Rank rank = rank_among(visible, weight);
    if (std::isnan(entropy_bits(all)))
        return other_weight_words(
            from.experiment, query, key, weight, rank, sum,
            sink_shares(masked.row(cell.row), from.experiment.normalization, cell.head));
    if (rank.of == 1)
        return say(weights.cols() == 1 ? phrase::only_key : phrase::only_visible_key, query, percent(weight),
                   key);
    return say(phrase::attention.in(from.experiment.notation), query, percent(weight), key, rank.words);
}

Said sink_words(const Experiment& experiment, const CellRef& cell, double share) {
    const Said query = label_in_sentence(experiment, Axis::query_token, cell.row);
    return std::isfinite(share) ? say(phrase::sink_attention, percent(share), query)
                                : say(phrase::sink_share_is, query, share);
}

Said score_words(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key) {
    const StageRows matrix = from.matrix(cell.stage, cell.head);
    const double value = matrix(cell.row, cell.column);
    if (cell.stage == StageId::masked_scores && is_hidden(value))
        return left_out_words(from, cell, query, key);
    if (!std::isfinite(value)) {
        const std::optional<Said> reason = reason_for(from, cell);
        return reason ? say(phrase::score_is_by, query, key, value, *reason)
                      : say(phrase::score_is, query, key, value);
    }
    if (is_row_covered(from, cell))
        return say(phrase::match, query, key);
    const auto row = matrix.row(cell.row);
    const Rank rank = rank_among({row.begin(), row.end()}, value);
    const Notation notation = from.experiment.notation;
    if (rank.of > 1)
        return say(phrase::match_ranked.in(notation), query, key, rank.words);
    return say(matrix.cols() == 1 ? phrase::match : phrase::match_alone.in(notation), query, key);
}

Said dropped_words(const Experiment& experiment, const CellRef& cell, const Said& query, const Said& key) {
    if (override_of(experiment, cell))
        return say(phrase::weight_after_dropout, query, key);
    const DropoutDraw draw = draw_of(*experiment.dropout, dimensions(experiment), cell);
    return draw.is_kept() ? say(phrase::weight_kept, query, key, draw.threshold)
                          : say(phrase::weight_dropped, query, key);
}

Said output_words(const StepInputs& from, const CellRef& cell, const Said& query, const Said& column) {
    if (from.experiment.dropout)
        return say(phrase::summed_after_dropout, column, query);
    const auto row = from.matrix(StageId::weights, cell.head).row(cell.row);
    const std::vector<double> weights(row.begin(), row.end());
    return say(std::isnan(entropy_bits(weights)) ? phrase::summed : phrase::averaged, column, query);
}

Said words_of(const StepInputs& from, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    const Said row = label_in_sentence(from.experiment, stage.rows, cell.row);
    const Said column = label_in_sentence(from.experiment, stage.columns, cell.column);
    switch (cell.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return say(phrase::input, column, row);
    case StageId::queries:
        return say(phrase::query, column, row);
    case StageId::keys:
        return say(phrase::key, column, row);
    case StageId::values:
        return say(phrase::value, column, row);
    case StageId::scores:
    case StageId::scaled_scores:
    case StageId::masked_scores:
        return score_words(from, cell, row, column);
    case StageId::weights:
        return weight_words(from, cell, row, column);
    case StageId::dropped_weights:
        return dropped_words(from.experiment, cell, row, column);
    case StageId::head_outputs:
        return output_words(from, cell, row, column);
    case StageId::concat:
        return say(phrase::concatenated, column, row);
    case StageId::output:
        return say(phrase::output, column, row);
    }
    return {};
}

} // namespace

bool is_zero_within_rounding(const Experiment& experiment, const StageReader& matrix, const CellRef& cell) {
    const ReadRows rows = matrix;
    return is_rounding_of({experiment, rows}, cell);
}

std::vector<CellRef> chain_to(const Experiment& experiment, const CellRef& cell) {
    // A sink has no key to be compared with, and a dropped weight is 0 whatever it was.
    if (is_sink_share(experiment, cell) || is_dropped(experiment, cell))
        return {cell};
    const auto here = std::ranges::find(pair_stages, cell.stage);
    if (here != pair_stages.end()) {
        std::vector<CellRef> chain;
        for (auto stage = pair_stages.begin(); stage <= here; ++stage)
            chain.push_back({*stage, cell.head, cell.row, cell.column});
        return chain;
    }
    if (cell.stage == StageId::concat) {
        const Index d_v = dimensions(experiment).d_v;
        return {{StageId::head_outputs, cell.column / d_v, cell.row, cell.column % d_v}, cell};
    }
    if (cell.stage == StageId::output && !experiment.projection.W_O) {
        std::vector<CellRef> chain = chain_to(experiment, {StageId::concat, 0, cell.row, cell.column});
        chain.push_back(cell);
        return chain;
    }
    return {cell};
}

Said cell_place(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    return say(is_token_axis(stage.columns) ? phrase::pair_of_tokens : phrase::feature_of_token,
               label_in_sentence(experiment, stage.rows, cell.row),
               is_sink_share(experiment, cell) ? say(phrase::the_sink)
                                               : label_in_sentence(experiment, stage.columns, cell.column));
}

Explanation explanation_of(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    Explanation explanation;
    explanation.cell = cell;
    explanation.stage = stage_label(experiment, cell.stage, cell.head);
    explanation.place = cell_place(experiment, cell);
    for (const CellRef& each : chain_to(experiment, cell))
        add_steps(from, each, explanation.steps);
    if (is_sink_share(experiment, cell)) {
        explanation.value = explanation.steps.back().result;
        explanation.words = sink_words(experiment, cell, explanation.value);
    } else {
        explanation.value = from.matrix(cell.stage, cell.head)(cell.row, cell.column);
        explanation.words = words_of(from, cell);
    }
    if (is_covered(explanation.value))
        explanation.words = say(phrase::covered, explanation.place);
    explanation.rounding = explanation.steps.back().rounding;
    return explanation;
}

Explanation explain(const Experiment& experiment, const StageReader& matrix, const CellRef& cell) {
    const ReadRows rows = matrix;
    return explanation_of({experiment, rows}, cell);
}

const Share& own_share(const ExplanationStep& step) {
    const auto own = static_cast<std::size_t>(step.own_share);
    return own < step.shares.size() ? step.shares[own] : *step.sink;
}

std::vector<Source> sources(const Explanation& explanation) {
    std::vector<Source> all;
    const auto add = [&](const Operand& operand) {
        if (operand.source && std::ranges::find(all, *operand.source) == all.end())
            all.push_back(*operand.source);
    };
    for (const ExplanationStep& step : explanation.steps) {
        for (const Term& term : step.terms)
            std::ranges::for_each(term.factors, add);
        if (step.each_alone)
            add(own_share(step).score);
        else
            for (const Share& share : step.shares)
                add(share.score);
        if (step.sink)
            add(step.sink->score);
    }
    return all;
}

double recombined(const ExplanationStep& step) {
    double sum = 0;
    switch (step.kind) {
    case ExplanationKind::sum:
    case ExplanationKind::copy:
    case ExplanationKind::root:
        for (const Term& term : step.terms) {
            double product = 1;
            for (const Operand& factor : term.factors)
                product = factor.divides ? product / factor.value : product * factor.value;
            sum += product;
        }
        return step.kind == ExplanationKind::root ? std::sqrt(sum) : sum;
    case ExplanationKind::mask:
        return step.result == -std::numeric_limits<double>::infinity() ? step.result
                                                                       : step.terms.front().value;
    case ExplanationKind::normalizer: {
        const Share& own = own_share(step);
        if (own.left_out)
            return 0;
        if (step.each_alone)
            return own.part;
        for (const Share& share : step.shares)
            sum += share.part;
        return own.part / (step.sink ? sum + step.sink->part : sum);
    }
    case ExplanationKind::dropout:
        return step.draw->is_kept() ? step.terms.front().value / step.draw->threshold : 0;
    case ExplanationKind::overridden:
        return step.result;
    }
    return sum;
}

} // namespace lab
