// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/07_weights.h"

#include "core/base/simd.h"
#include "core/experiment/masks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace lab {

namespace {

/// A non-empty row without its hidden keys. Scores become weights in place.
using Visible = std::vector<double>;

void make_nan(Visible& row) {
    std::ranges::fill(row, std::numeric_limits<double>::quiet_NaN());
}

/// The sum also has `besides`, which is no part of the row.
void divide_by_sum(Visible& row, double besides = 0) {
    double sum = 0;
    for (const double value : row)
        sum += value;
    sum += besides;
    for (double& value : row)
        value /= sum;
}

/// `sink` is divided by the temperature, as the scores are.
void softmax(Visible& row, std::optional<double> sink) {
    double largest = *std::ranges::max_element(row);
    if (sink)
        largest = std::max(largest, *sink);
    for (double& score : row)
        score = std::exp(score - largest);
    divide_by_sum(row, sink ? std::exp(*sink - largest) : 0);
}

void softmax_naive(Visible& row, std::optional<double> sink) {
    for (double& score : row)
        score = std::exp(score);
    divide_by_sum(row, sink ? std::exp(*sink) : 0);
}

void sigmoid(Visible& row, double bias) {
    for (double& score : row)
        score = 1 / (1 + std::exp(-(score + bias)));
}

void sparsemax(Visible& row) {
    // Shifting all scores does not change the projection. Relative to the largest, only those above −1 can
    // have a weight, and no sum overflows.
    const double largest = *std::ranges::max_element(row);
    if (std::isinf(largest)) // overflowed when divided by a tiny temperature
        return make_nan(row);
    for (double& score : row)
        score -= largest;
    const double threshold = sparsemax_threshold(row);
    for (double& score : row)
        score = std::max(score - threshold, 0.0);
}

bool makes_row_nan(double score) {
    return std::isnan(score) || score == std::numeric_limits<double>::infinity();
}

/// `sink` is the head's, if one takes part.
void normalize(Visible& row, const Normalization& normalization, std::optional<double> sink) {
    if (std::ranges::any_of(row, makes_row_nan))
        return make_nan(row);
    if (normalization.kind != NormalizationKind::sum) {
        for (double& score : row)
            score /= normalization.temperature;
    }
    if (sink)
        *sink /= normalization.temperature;
    switch (normalization.kind) {
    case NormalizationKind::softmax:
        return softmax(row, sink);
    case NormalizationKind::softmax_naive:
        return softmax_naive(row, sink);
    case NormalizationKind::sum:
        return divide_by_sum(row);
    case NormalizationKind::sparsemax:
        return sparsemax(row);
    case NormalizationKind::sigmoid:
        return sigmoid(row, normalization.bias);
    }
}

/// Normalises a row, number by number. `visible` is scratch memory.
void weigh(const Eigen::Ref<const RowVector>& scores, const Normalization& normalization,
           std::optional<double> sink, Visible& visible, Eigen::Ref<RowVector> weights) {
    visible.clear();
    for (const double score : scores) {
        if (!is_hidden(score))
            visible.push_back(score);
    }
    weights.setZero();
    if (visible.empty())
        return;
    normalize(visible, normalization, sink);
    auto weight = visible.begin();
    for (Index key = 0; key < scores.cols(); ++key) {
        if (!is_hidden(scores(key)))
            weights(key) = *weight++;
    }
}

/// Weights below this fraction of the largest are set to 0.
constexpr double least_weight = 1e-307;

/// The largest of the first `whole` scores, which fill packets, and of the rest. May ignore a NaN.
double largest_score(const Eigen::Ref<const RowVector>& scores, Index whole, Packet rest) {
    Packet largest = rest;
    for (Index i = 0; i < whole; i += packet_size) {
        const Packet packet = load(scores.data() + i);
        largest = packet > largest ? packet : largest;
    }
    return combined(largest, [](double a, double b) { return std::max(a, b); });
}

/// The softmax of a row, a packet at a time. Returns false, with the weights undefined, if the row has
/// nothing to attend to, or a NaN or +∞.
bool weigh_by_packets(const Eigen::Ref<const RowVector>& scores, double temperature,
                      std::optional<double> sink, Eigen::Ref<RowVector> weights) {
    const Index whole = scores.cols() / packet_size * packet_size;
    const Index rest = scores.cols() - whole;
    const Packet last = load_first(rest, scores.data() + whole, -std::numeric_limits<double>::infinity());
    double largest = largest_score(scores, whole, last) / temperature;
    if (!std::isfinite(largest))
        return false;
    if (sink)
        largest = std::max(largest, *sink / temperature);
    if (!std::isfinite(largest))
        return false;
    const auto weigh = [&](Packet score) {
        // Division takes as long as the exponential, so it is skipped if possible.
        const Packet exponent = (temperature == 1 ? score : score / temperature) - largest;
        const Packet power = exponential(exponent < least_exponent ? Packet{} + least_exponent : exponent);
        return power < least_weight ? Packet{} : power;
    };
    const Packet last_weights = rest > 0 ? weigh(last) : Packet{};
    Packet sums = last_weights;
    for (Index i = 0; i < whole; i += packet_size) {
        const Packet some = weigh(load(scores.data() + i));
        sums += some;
        store(some, weights.data() + i);
    }
    const double sum = combined(sums, std::plus()) + (sink ? std::exp(*sink / temperature - largest) : 0);
    // Comparisons ignore NaN, sums do not.
    if (std::isnan(sum))
        return false;
    const double share = 1 / sum;
    for (Index i = 0; i < whole; i += packet_size)
        store(load(weights.data() + i) * share, weights.data() + i);
    store_first(rest, last_weights * share, weights.data() + whole);
    return true;
}

} // namespace

double sparsemax_threshold(std::vector<double> scores) {
    std::ranges::sort(scores, std::greater{});
    double sum = 0;
    double threshold = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const auto count = static_cast<double>(i + 1);
        if (!(1 + count * scores[i] > sum + scores[i]))
            break;
        sum += scores[i];
        threshold = (sum - 1) / count;
    }
    return threshold;
}

void weights(ConstMatrixRef masked_scores, const Normalization& normalization, HeadIndex head,
             MatrixRef weights) {
    const std::optional<double> sink = sink_of(normalization, head);
    Visible visible;
    for (Index i = 0; i < masked_scores.rows(); ++i) {
        const bool done =
            normalization.kind == NormalizationKind::softmax &&
            weigh_by_packets(masked_scores.row(i), normalization.temperature, sink, weights.row(i));
        if (!done)
            weigh(masked_scores.row(i), normalization, sink, visible, weights.row(i));
    }
}

std::vector<double> sink_shares(ConstMatrixRef masked_scores, const Normalization& normalization,
                                HeadIndex head) {
    const std::optional<double> sink = sink_of(normalization, head);
    std::vector<double> shares;
    if (!sink)
        return shares;
    // The same softmax with the sink as one more key.
    Normalization alone = normalization;
    alone.sink = nullptr;
    Visible visible;
    RowVector scores(masked_scores.cols() + 1), weights(masked_scores.cols() + 1);
    for (Index i = 0; i < masked_scores.rows(); ++i) {
        scores << masked_scores.row(i), *sink;
        weigh(scores, alone, std::nullopt, visible, weights);
        shares.push_back(weights(weights.size() - 1));
    }
    return shares;
}

double entropy_bits(std::span<const double> weights) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    constexpr double rounding = 1e-9;
    double sum = 0;
    double bits = 0;
    for (const double weight : weights) {
        if (!(weight >= 0)) // also catches NaN
            return nothing;
        sum += weight;
        bits -= weight > 0 ? weight * std::log2(weight) : 0;
    }
    // A weight that rounding left above 1 would give a slightly negative entropy.
    return std::abs(sum - 1) <= rounding ? std::max(bits, 0.0) : nothing;
}

} // namespace lab
