// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/07_weights.h"

#include "core/base/simd.h"
#include "core/experiment/normalizers.h"
#include "core/stages/07_normalizers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace lab {

namespace {

/// Normalises a row, number by number.
void weigh_by_number(const Eigen::Ref<const RowVector>& scores, const Normalization& normalization,
                     HeadIndex head, Eigen::Ref<RowVector> weights) {
    const WeighedRow row = weigh(scores, normalization, head);
    const bool divides = normalizer(normalization.kind).divides_by_sum();
    for (Index key = 0; key < scores.cols(); ++key) {
        const WeighedScore& each = row.keys[static_cast<std::size_t>(key)];
        weights(key) = each.is_hidden ? 0 : divides ? each.part / row.total : each.part;
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

/// The derivatives by a row of scores from those by its softmax, whose numbers are enough for that. Returns
/// false, with nothing changed, if some are not finite. See weights_backwards() of a row for `base`.
bool softmax_backwards(const Eigen::Ref<const RowVector>& weights, double temperature,
                       Eigen::Ref<RowVector> by) {
    Index largest = 0;
    weights.maxCoeff(&largest);
    const double base = by(largest);
    const double common = ((by.array() - base) * weights.array()).sum();
    if (!std::isfinite(common) || !std::isfinite(base))
        return false;
    by.array() = weights.array() * ((by.array() - base) - common) / temperature;
    return true;
}

} // namespace

void weights(ConstMatrixRef masked_scores, const Normalization& normalization, HeadIndex head,
             MatrixRef weights) {
    const std::optional<double> sink = sink_of(normalization, head);
    for (Index i = 0; i < masked_scores.rows(); ++i) {
        const bool done =
            normalization.kind == NormalizationKind::softmax &&
            weigh_by_packets(masked_scores.row(i), normalization.temperature, sink, weights.row(i));
        if (!done)
            weigh_by_number(masked_scores.row(i), normalization, head, weights.row(i));
    }
}

bool weights_suffice(const Normalization& normalization, HeadIndex head) {
    return normalization.kind == NormalizationKind::softmax && !sink_of(normalization, head);
}

double weights_backwards(ConstMatrixRef weights, const std::vector<bool>& is_as_computed,
                         const std::function<ConstMatrixRef()>& masked_scores,
                         const Normalization& normalization, HeadIndex head, MatrixRef by) {
    const bool may_be_fast = weights_suffice(normalization, head);
    std::optional<ConstMatrixRef> scores;
    double by_sink = 0;
    for (Index i = 0; i < by.rows(); ++i) {
        if (by.row(i).isZero(0))
            continue;
        if (may_be_fast && is_as_computed[static_cast<std::size_t>(i)] &&
            softmax_backwards(weights.row(i), normalization.temperature, by.row(i)))
            continue;
        if (!scores)
            scores.emplace(masked_scores());
        const ScoreDerivatives from = weights_backwards(by.row(i), scores->row(i), normalization, head);
        by.row(i) = from.scores;
        by_sink += from.sink;
    }
    return by_sink;
}

std::vector<double> sink_shares(ConstMatrixRef masked_scores, const Normalization& normalization,
                                HeadIndex head) {
    std::vector<double> shares;
    if (!sink_of(normalization, head))
        return shares;
    for (Index i = 0; i < masked_scores.rows(); ++i) {
        const WeighedRow row = weigh(masked_scores.row(i), normalization, head);
        shares.push_back(row.sink->part / row.total);
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
