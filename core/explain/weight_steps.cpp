// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a row of masked scores becomes weights.
#include "core/analysis/statistics.h"
#include "core/explain/names.h"
#include "core/explain/not_finite.h"
#include "core/explain/stage_steps.h"
#include "core/number_format.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lab {

namespace {

std::string title_of(NormalizationKind kind, const std::string& line) {
    switch (kind) {
    case NormalizationKind::softmax:
        return "Softmax over the " + line;
    case NormalizationKind::softmax_naive:
        return "Softmax over the " + line + ", without shift";
    case NormalizationKind::sum:
        return "Divide by the sum of the " + line;
    case NormalizationKind::sparsemax:
        return "Sparsemax over the " + line;
    }
    return {};
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
Shift shift_of(std::vector<double> visible, double temperature, NormalizationKind kind) {
    Shift shift;
    const bool is_nan = std::ranges::any_of(visible, [](double score) { return std::isnan(score); });
    shift.row_is_nan = is_nan || std::ranges::find(visible, HUGE_VAL) != visible.end();
    for (double& score : visible)
        score /= temperature;
    if (visible.empty())
        return shift;
    if (kind == NormalizationKind::softmax || kind == NormalizationKind::sparsemax)
        shift.largest =
            is_nan ? std::numeric_limits<double>::quiet_NaN() : *std::ranges::max_element(visible);
    if (kind == NormalizationKind::sparsemax) {
        shift.row_is_nan = shift.row_is_nan || std::isinf(shift.largest); // overflow, by a tiny temperature
        if (shift.row_is_nan)
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

/// Why weights of the row are not numbers; empty if they are.
std::string fault_words(const StepInputs& from, const ExplanationStep& step, NormalizationKind kind,
                        double temperature, const std::string& line) {
    if (const Share* share = share_making_nan(step)) {
        const auto& cell = std::get<CellRef>(*share->score.source);
        const auto origin = origin_of(from.experiment, from.matrix, cell);
        const std::string shift = kind != NormalizationKind::softmax ? std::string()
                                  : std::isnan(step.shift)           ? ", m too"
                                                                     : "; m = ∞, and ∞ − m is NaN";
        return "the score of " + label_in_sentence(from.experiment, Axis::key_token, cell.column) + " is " +
               brief(share->score.value) +
               (origin ? ", " + origin_text(from.experiment, *origin, cell) : "") + shift +
               ": every visible weight of the " + line + " is NaN";
    }
    const bool divided = std::ranges::any_of(step.shares, [&](const Share& share) {
        return !share.left_out && !std::isfinite(share.score.value / temperature);
    });
    if (divided)
        return "divided by τ = " + brief(temperature) + " a score of the " + line +
               " is more than a double can hold";
    if (kind == NormalizationKind::softmax_naive && step.total == 0)
        return "e to every score of the " + line +
               " is too small for a double, and 0/0 is NaN: the shift by the maximum avoids it";
    const bool overflows = std::ranges::any_of(
        step.shares, [](const Share& share) { return !share.left_out && std::isinf(share.part); });
    if (overflows) // e^z without a shift
        return "e to a power above 709 is more than a double can hold: the shift by the maximum avoids it";
    if (std::isinf(step.total))
        return "the sum of the " + line + " is more than a double can hold: divided by it, all is 0";
    if (kind == NormalizationKind::sum && step.total == 0)
        return "the scores add up to 0: divided by it, no weight is finite";
    return {};
}

std::string words_for(const StepInputs& from, const ExplanationStep& step, double temperature,
                      const std::string& line) {
    const NormalizationKind kind = from.experiment.normalization.kind;
    const Share& own = step.shares[static_cast<std::size_t>(step.own_share)];
    if (std::ranges::all_of(step.shares, &Share::hidden))
        return "every key is hidden: all weights are 0";
    if (std::ranges::all_of(step.shares, &Share::left_out))
        return "every score is −∞, not every key hidden: all weights are 0";
    if (own.hidden)
        return "a hidden key weighs exactly 0";
    if (own.left_out)
        return "a score of −∞ weighs exactly 0; this one comes from an overflow";
    if (std::string fault = fault_words(from, step, kind, temperature, line); !fault.empty())
        return fault;
    if (kind == NormalizationKind::softmax)
        return "z is the " + line + " of masked scores and m = " + brief(step.shift) + " its largest" +
               (temperature == 1 ? "" : ", divided by τ") +
               ": subtracting m prevents overflow; the weights are unchanged";
    if (kind == NormalizationKind::sparsemax)
        return "t = " + brief(step.shift) +
               " is the threshold: what is left above it adds up to 1, a score below it weighs 0";
    return {};
}

/// The sum of the row, and its entropy if it is a distribution.
std::string sum_words(const std::vector<Share>& shares, const std::string& line) {
    std::vector<double> weights;
    double visible = 0;
    for (const Share& share : shares) {
        weights.push_back(share.weight);
        visible += share.left_out ? 0 : 1;
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    const std::string text = "the " + line + " adds up to " + display(sum, 4);
    const double bits = entropy_bits(weights);
    return std::isnan(bits) ? text
                            : text + ", its entropy is " + display(bits, 3) + " bits of at most " +
                                  display(std::log2(visible), 3);
}

} // namespace

std::vector<ExplanationStep> weight_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const Normalization& normalization = experiment.normalization;
    const StageRows masked = from.matrix(StageId::masked_scores, cell.head);
    const std::string line = line_word(experiment);
    const double temperature = normalization.kind == NormalizationKind::sum ? 1.0 : normalization.temperature;
    ExplanationStep step =
        begin_step(from, cell, ExplanationKind::normalizer, title_of(normalization.kind, line));
    step.own_share = cell.column;
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
    const Shift shift = shift_of(std::move(visible), temperature, normalization.kind);
    step.shift = shift.largest + shift.threshold;
    for (Share& share : step.shares) {
        if (share.left_out)
            continue;
        share.reduced = share.reduced - shift.largest - shift.threshold;
        // Softmax's own arithmetic makes them NaN: ∞ − ∞.
        const bool is_nan = shift.row_is_nan && normalization.kind != NormalizationKind::softmax;
        share.part =
            is_nan ? std::numeric_limits<double>::quiet_NaN() : part_of(normalization.kind, share.reduced);
        step.total += share.part;
    }
    for (Share& share : step.shares) {
        if (!share.left_out)
            share.weight = share.part / step.total;
    }
    step.words = words_for(from, step, temperature, line);
    step.words += (step.words.empty() ? "" : "; ") + sum_words(step.shares, line);
    step.result = step.shares[static_cast<std::size_t>(cell.column)].weight;
    return {step};
}

} // namespace lab
