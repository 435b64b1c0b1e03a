// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a row of masked scores becomes weights.
#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/experiment/phrases.h"
#include "core/explain/names.h"
#include "core/explain/not_finite.h"
#include "core/explain/stage_steps.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lab {

namespace {

const LinePhrase<0>& title_of(NormalizationKind kind) {
    switch (kind) {
    case NormalizationKind::softmax_naive:
        return phrase::softmax_naive;
    case NormalizationKind::sum:
        return phrase::divide_by_sum;
    case NormalizationKind::sparsemax:
        return phrase::sparsemax;
    case NormalizationKind::sigmoid:
        return phrase::sigmoid;
    case NormalizationKind::softmax:
        break;
    }
    return phrase::softmax;
}

double part_of(NormalizationKind kind, double reduced) {
    switch (kind) {
    case NormalizationKind::softmax:
    case NormalizationKind::softmax_naive:
        return std::exp(reduced);
    case NormalizationKind::sum:
        return reduced;
    case NormalizationKind::sparsemax:
        return std::max(reduced, 0.0);
    case NormalizationKind::sigmoid:
        return 1 / (1 + std::exp(-reduced));
    }
    return 0;
}

/// What is subtracted from every score of a row. Sparsemax's threshold is at most 1 below the largest score
/// and would be lost to rounding next to a large one, so it is subtracted separately.
struct Shift {
    double largest = 0, threshold = 0;
    /// All weights of the row are NaN, even if arithmetic alone would not make them so.
    bool row_is_nan = false;
};

/// `visible` are the visible scores.
Shift shift_of(std::vector<double> visible, std::optional<double> sink, double temperature,
               NormalizationKind kind) {
    Shift shift;
    const bool covers = std::ranges::any_of(visible, is_covered);
    const bool is_nan =
        std::ranges::any_of(visible, [](double score) { return std::isnan(score) && !is_covered(score); });
    shift.row_is_nan = is_nan || std::ranges::find(visible, HUGE_VAL) != visible.end();
    for (double& score : visible)
        score /= temperature;
    if (visible.empty() && !sink)
        return shift;
    if (sink)
        visible.push_back(*sink / temperature);
    if (kind == NormalizationKind::softmax || kind == NormalizationKind::sparsemax)
        shift.largest = covers   ? covered_number()
                        : is_nan ? std::numeric_limits<double>::quiet_NaN()
                                 : *std::ranges::max_element(visible);
    if (kind == NormalizationKind::sparsemax) {
        shift.row_is_nan = shift.row_is_nan || std::isinf(shift.largest); // overflow, by a tiny temperature
        if (shift.row_is_nan || covers)
            return shift;
        for (double& score : visible)
            score -= shift.largest;
        shift.threshold = sparsemax_threshold(std::move(visible));
    }
    return shift;
}

/// The first visible score that makes all weights of its row NaN.
const Share* share_making_nan(const ExplanationStep& step) {
    const auto found = std::ranges::find_if(step.shares, [](const Share& share) {
        return std::isnan(share.score.value) || share.score.value == HUGE_VAL;
    });
    return found == step.shares.end() ? nullptr : &*found;
}

/// Why the weights of a row are NaN. `share` has the first score that makes them so.
Said nan_words(const StepInputs& from, const ExplanationStep& step, const Share& share,
               NormalizationKind kind) {
    const auto& cell = std::get<CellRef>(*share.score.source);
    const Said key = label_in_sentence(from.experiment, Axis::key_token, cell.column);
    const double score = share.score.value;
    const auto origin = origin_of(from.experiment, from.matrix, cell);
    const auto words = [&](const LinePhrase<2>& alone, const LinePhrase<3>& with_origin) {
        const Notation notation = from.experiment.notation;
        return origin
                   ? say(with_origin.in(notation), key, score, origin_words(from.experiment, *origin, cell))
                   : say(alone.in(notation), key, score);
    };
    if (kind != NormalizationKind::softmax)
        return words(phrase::makes_nan, phrase::makes_nan_by);
    return std::isnan(step.shift) ? words(phrase::makes_shift_nan, phrase::makes_shift_nan_by)
                                  : words(phrase::makes_shift_infinite, phrase::makes_shift_infinite_by);
}

/// Why weights of the row are not numbers; nullopt if they are.
std::optional<Said> fault_words(const StepInputs& from, const ExplanationStep& step, NormalizationKind kind,
                                double temperature) {
    if (std::ranges::any_of(step.shares, [](const Share& share) { return is_covered(share.score.value); }))
        return std::nullopt;
    const Notation notation = from.experiment.notation;
    if (const Share* share = share_making_nan(step))
        return nan_words(from, step, *share, kind);
    if (step.each_alone) // the sigmoid of ±∞ is 0 or 1
        return std::nullopt;
    const bool divided = std::ranges::any_of(step.shares, [&](const Share& share) {
        return !share.left_out && !std::isfinite(share.score.value / temperature);
    });
    if (divided)
        return say(phrase::division_overflows.in(notation), temperature);
    if (step.sink && step.sink->score.value / temperature == HUGE_VAL)
        return say(phrase::sink_overflows, temperature);
    if (kind == NormalizationKind::softmax_naive && step.total == 0)
        return say(phrase::powers_underflow.in(notation));
    const bool overflows =
        std::ranges::any_of(step.shares,
                            [](const Share& share) { return !share.left_out && std::isinf(share.part); }) ||
        (step.sink && std::isinf(step.sink->part));
    if (overflows) // e^z without a shift
        return say(phrase::power_overflows);
    if (std::isinf(step.total))
        return say(phrase::sum_overflows.in(notation));
    if (kind == NormalizationKind::sum && step.total == 0)
        return say(phrase::sum_is_0);
    return std::nullopt;
}

/// How the row's scores become weights, or why not; nullopt if the step's title is enough.
std::optional<Said> normalizer_words(const StepInputs& from, const ExplanationStep& step,
                                     double temperature) {
    const NormalizationKind kind = from.experiment.normalization.kind;
    const Share& own = own_share(step);
    if (std::ranges::all_of(step.shares, &Share::hidden))
        return say(phrase::all_hidden);
    if (std::ranges::all_of(step.shares, &Share::left_out))
        return say(phrase::all_left_out);
    if (own.hidden)
        return say(phrase::weight_hidden);
    if (own.left_out)
        return say(phrase::weight_left_out);
    if (std::optional<Said> fault = fault_words(from, step, kind, temperature))
        return fault;
    const Notation notation = from.experiment.notation;
    if (kind == NormalizationKind::softmax) {
        const auto& of_scores = temperature == 1 ? phrase::softmax_shift : phrase::softmax_shift_divided;
        const auto& with_sink =
            temperature == 1 ? phrase::softmax_shift_with_sink : phrase::softmax_shift_with_sink_divided;
        return say((step.sink ? with_sink : of_scores).in(notation), step.shift);
    }
    if (const double bias = from.experiment.normalization.bias; kind == NormalizationKind::sigmoid)
        return bias == 0 ? say(phrase::each_alone.in(notation))
                         : say(phrase::each_alone_with_bias.in(notation), bias);
    if (kind == NormalizationKind::sparsemax)
        return say(phrase::sparsemax_threshold, step.shift);
    return std::nullopt;
}

/// The sum of the row, and its entropy if it is a distribution.
Said sum_words(const std::vector<Share>& shares, Notation notation) {
    std::vector<double> weights;
    double visible = 0;
    for (const Share& share : shares) {
        weights.push_back(share.weight);
        visible += share.left_out ? 0 : 1;
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double bits = entropy_bits(weights);
    return std::isnan(bits) ? say(phrase::adds_up.in(notation), display(sum, 4))
                            : say(phrase::adds_up_with_entropy.in(notation), display(sum, 4),
                                  display(bits, 3), display(std::log2(visible), 3));
}

/// The sink among the shares, before it is reduced.
Share sink_share(const Experiment& experiment, HeadIndex head) {
    Share share;
    share.key = text_of(say(phrase::sink));
    share.score = operand_of(experiment, sink_cell(experiment, head));
    share.reduced = share.score.value / experiment.normalization.temperature;
    return share;
}

} // namespace

std::vector<ExplanationStep> weight_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const Normalization& normalization = experiment.normalization;
    const StageRows masked = from.matrix(StageId::masked_scores, cell.head);
    const double temperature = normalization.kind == NormalizationKind::sum ? 1.0 : normalization.temperature;
    ExplanationStep step = begin_step(from, cell, ExplanationKind::normalizer,
                                      title_of(normalization.kind).in(experiment.notation));
    step.own_share = cell.column;
    step.each_alone = normalization.kind == NormalizationKind::sigmoid;
    if (sink_of(normalization, cell.head))
        step.sink = sink_share(experiment, cell.head);
    std::vector<double> visible;
    for (Index key = 0; key < masked.cols(); ++key) {
        Share share;
        share.key = axis_label(experiment, Axis::key_token, key);
        share.score = operand_of(experiment, from.matrix, {StageId::masked_scores, cell.head, cell.row, key});
        share.left_out = is_hidden(share.score.value);
        share.hidden = share.left_out && hides(origin_of(experiment, from.matrix,
                                                         {StageId::masked_scores, cell.head, cell.row, key}));
        share.reduced = share.score.value / temperature;
        if (!share.left_out)
            visible.push_back(share.score.value);
        step.shares.push_back(std::move(share));
    }
    const Shift shift =
        shift_of(std::move(visible), sink_of(normalization, cell.head), temperature, normalization.kind);
    step.shift = shift.largest + shift.threshold;
    const auto reduce = [&](Share& share) {
        share.reduced = step.each_alone ? share.reduced + normalization.bias
                                        : share.reduced - shift.largest - shift.threshold;
        // Softmax's own arithmetic makes them NaN: ∞ − ∞.
        const bool is_nan = shift.row_is_nan && normalization.kind != NormalizationKind::softmax;
        share.part =
            is_nan ? std::numeric_limits<double>::quiet_NaN() : part_of(normalization.kind, share.reduced);
        step.total += share.part;
    };
    for (Share& share : step.shares) {
        if (!share.left_out)
            reduce(share);
    }
    if (step.sink)
        reduce(*step.sink);
    for (Share& share : step.shares) {
        if (!share.left_out)
            share.weight = step.each_alone ? share.part : share.part / step.total;
    }
    if (step.sink)
        step.sink->weight = step.sink->part / step.total;
    if (std::optional<Said> words = normalizer_words(from, step, temperature))
        step.words.push_back(std::move(*words));
    step.words.push_back(sum_words(step.shares, experiment.notation));
    if (step.sink) {
        const bool is_own = is_sink_share(experiment, cell);
        const bool is_rest = is_own && std::isfinite(step.total) && std::isfinite(step.sink->weight);
        step.words.push_back(
            say(is_rest ? phrase::sink_takes_rest.in(experiment.notation) : phrase::sink_takes,
                display(step.sink->weight, 4)));
    }
    step.result = own_share(step).weight;
    return {step};
}

} // namespace lab
