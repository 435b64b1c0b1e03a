// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a row of masked scores becomes weights.
#include "core/analysis/statistics.h"
#include "core/explain/names.h"
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

/// What is taken off every score of a row. A sparsemax's threshold lies up to 1 below the largest score,
/// which beside a large one would be lost: it is taken off afterwards.
struct Shift {
    double largest = 0, threshold = 0;
    bool spoils = false; ///< no weight of the row is a number, also where arithmetic alone would make it one
};

/// Of the visible scores.
Shift shift_of(std::vector<double> visible, double temperature, NormalizationKind kind) {
    Shift shift;
    shift.spoils =
        std::ranges::any_of(visible, [](double score) { return std::isnan(score) || score == HUGE_VAL; });
    for (double& score : visible)
        score /= temperature;
    if (visible.empty() || shift.spoils)
        return shift;
    if (kind == NormalizationKind::softmax || kind == NormalizationKind::sparsemax)
        shift.largest = *std::ranges::max_element(visible);
    if (kind == NormalizationKind::sparsemax) {
        shift.spoils = std::isinf(shift.largest); // divided by a tiny temperature
        if (shift.spoils)
            return shift;
        for (double& score : visible)
            score -= shift.largest;
        shift.threshold = sparsemax_threshold(std::move(visible));
    }
    return shift;
}

std::string words_for(const ExplanationStep& step, NormalizationKind kind, const std::string& line) {
    const bool not_finite = std::ranges::any_of(
        step.shares, [](const Share& share) { return !share.hidden && !std::isfinite(share.part); });
    if (std::ranges::all_of(step.shares, &Share::hidden))
        return "every key is hidden: all weights are 0";
    if (step.shares[static_cast<std::size_t>(step.own_share)].hidden)
        return "a hidden key weighs exactly 0";
    if (not_finite && kind == NormalizationKind::softmax_naive)
        return "e to a score above 709 is more than a double can hold: the shift by the maximum avoids it";
    if (not_finite)
        return "a score of the " + line + " is not finite";
    if (kind == NormalizationKind::softmax)
        return "z is the " + line + " of masked scores and m = " + brief(step.shift) +
               " its largest: taken off all of them it changes no weight and keeps e from overflowing";
    if (kind == NormalizationKind::sparsemax)
        return "t = " + brief(step.shift) +
               " is the threshold: what is left above it adds up to 1, a score " + "below it weighs 0";
    return {};
}

/// What the row adds up to, and how evenly it is spread where it is a distribution.
std::string sum_words(const std::vector<Share>& shares, const std::string& line) {
    std::vector<double> weights;
    double visible = 0;
    for (const Share& share : shares) {
        weights.push_back(share.weight);
        visible += share.hidden ? 0 : 1;
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    const std::string text = "the " + line + " adds up to " + display(sum, 4);
    const double bits = entropy_bits(weights);
    return std::isnan(bits) ? text
                            : text + ", its entropy is " + display(bits, 3) + " bits of at most " +
                                  display(std::log2(visible), 3);
}

} // namespace

std::vector<ExplanationStep> weight_steps(const Scene& scene, const CellRef& cell) {
    const Experiment& experiment = scene.experiment;
    const Normalization& normalization = experiment.normalization;
    const StageRows masked = scene.matrix(StageId::masked_scores, cell.head);
    const std::string line = line_word(experiment);
    const double temperature = normalization.kind == NormalizationKind::sum ? 1.0 : normalization.temperature;
    ExplanationStep step =
        begin_step(scene, cell, ExplanationKind::normalizer, title_of(normalization.kind, line));
    step.own_share = cell.column;
    std::vector<double> visible;
    for (Index key = 0; key < masked.cols(); ++key) {
        Share share;
        share.key = axis_label(experiment, Axis::key_token, key);
        share.score =
            operand_of(experiment, scene.matrix, {StageId::masked_scores, cell.head, cell.row, key});
        share.hidden = is_hidden(share.score.value);
        share.reduced = share.score.value / temperature;
        if (!share.hidden)
            visible.push_back(share.score.value);
        step.shares.push_back(std::move(share));
    }
    const Shift shift = shift_of(std::move(visible), temperature, normalization.kind);
    step.shift = shift.largest + shift.threshold;
    for (Share& share : step.shares) {
        if (share.hidden)
            continue;
        share.reduced = share.reduced - shift.largest - shift.threshold;
        share.part = shift.spoils ? std::numeric_limits<double>::quiet_NaN()
                                  : part_of(normalization.kind, share.reduced);
        step.total += share.part;
    }
    for (Share& share : step.shares) {
        if (!share.hidden)
            share.weight = share.part / step.total;
    }
    step.words = words_for(step, normalization.kind, line);
    step.words += (step.words.empty() ? "" : "; ") + sum_words(step.shares, line);
    step.result = step.shares[static_cast<std::size_t>(cell.column)].weight;
    return {step};
}

} // namespace lab
