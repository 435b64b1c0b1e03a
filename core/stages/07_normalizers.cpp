// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/07_normalizers.h"

#include "core/base/covered.h"
#include "core/experiment/masks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace lab {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The arithmetic of one normaliser on a score x: divided by the temperature, then biased or shifted.
struct NormalizerArithmetic {
    /// What stands for the score in the sum that all are divided by, or the weight itself if there is none.
    double (*part)(double x);
    /// The derivative of the part by x.
    double (*slope)(double x, double part);
    /// t such that the parts of all x − t sum to 1, for finite scores the largest of which is 0. Null if the
    /// normaliser has no threshold.
    double (*threshold)(std::vector<double> scores);
};

double power(double x) {
    return std::exp(x);
}
double itself(double x) {
    return x;
}
double at_least_0(double x) {
    return std::max(x, 0.0);
}
double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

/// w (1 − w) for w = sigmoid(x), with 1 − w = sigmoid(−x), which rounding spares.
double sigmoid_slope(double x, double /*part*/) {
    return 1 / (1 + std::exp(-x)) / (1 + std::exp(x));
}
double power_slope(double /*x*/, double part) {
    return part;
}
double constant_slope(double /*x*/, double /*part*/) {
    return 1;
}
double slope_above_0(double /*x*/, double part) {
    return part > 0 ? 1 : 0;
}

/// Of sparsemax (Martins and Astudillo 2016, algorithm 1).
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

/// In the order of normalizers().
constexpr std::array all_arithmetic{
    NormalizerArithmetic{power, power_slope, nullptr},
    NormalizerArithmetic{power, power_slope, nullptr},
    NormalizerArithmetic{itself, constant_slope, nullptr},
    NormalizerArithmetic{at_least_0, slope_above_0, sparsemax_threshold},
    NormalizerArithmetic{sigmoid, sigmoid_slope, nullptr},
};

const NormalizerArithmetic& arithmetic(NormalizationKind kind) {
    return all_arithmetic[static_cast<std::size_t>(kind)];
}

/// A NaN is larger than any number, and a covered one than any other.
double largest_of(const std::vector<double>& scores) {
    if (std::ranges::any_of(scores, is_covered))
        return covered_number();
    const bool has_nan = std::ranges::any_of(scores, [](double score) { return std::isnan(score); });
    return has_nan ? not_a_number : *std::ranges::max_element(scores);
}

bool makes_row_nan(double score) {
    return (std::isnan(score) && !is_covered(score)) || score == HUGE_VAL;
}

/// The row before anything is subtracted.
WeighedRow divided(const Eigen::Ref<const RowVector>& scores, const Normalization& normalization,
                   HeadIndex head) {
    const double temperature = temperature_of(normalization), bias = bias_of(normalization);
    WeighedRow row;
    row.keys.reserve(static_cast<std::size_t>(scores.cols()));
    for (const double score : scores)
        row.keys.push_back({score / temperature + bias, 0, is_hidden(score)});
    if (const auto sink = sink_of(normalization, head))
        row.sink = WeighedScore{*sink / temperature, 0, false};
    return row;
}

/// How a row's weights answer to its scores/τ: weight i moves with score j by slope j, if i = j, less what
/// all have in common: slope j times share i.
struct Response {
    std::vector<bool> moves; ///< whether the key's score moves anything
    RowVector slopes, shares;
    double sink = 0; ///< the sink's share
    /// The key with the largest weight; absent if that is the sink, or each weight stands alone.
    std::optional<Index> largest;
};

Response response_of(const WeighedRow& row, const Normalizer& kind) {
    const NormalizerArithmetic& its = arithmetic(kind.kind);
    const auto keys = static_cast<Index>(row.keys.size());
    Response response{{}, RowVector::Zero(keys), RowVector::Zero(keys), 0, {}};
    for (Index key = 0; key < keys; ++key) {
        const WeighedScore& each = row.keys[static_cast<std::size_t>(key)];
        const double slope = each.is_hidden ? 0 : its.slope(each.x, each.part);
        // Below its threshold, a score moves nothing.
        response.moves.push_back(!each.is_hidden && (!its.threshold || slope > 0));
        if (response.moves.back())
            response.slopes(key) = slope;
    }
    if (kind.each_alone)
        return response;
    if (its.threshold) {
        response.shares = response.slopes / response.slopes.sum();
    } else {
        for (Index key = 0; key < keys; ++key)
            response.shares(key) = row.keys[static_cast<std::size_t>(key)].part / row.total;
        response.slopes /= row.total;
    }
    // A sink's share that is not finite leaves weights of 0, which are constant, or of NaN.
    const double sink = row.sink ? row.sink->part / row.total : 0;
    response.sink = std::isnan(sink) ? 0 : sink;
    Index largest = 0;
    if (!(response.shares.maxCoeff(&largest) < response.sink))
        response.largest = largest;
    return response;
}

} // namespace

WeighedRow weigh(const Eigen::Ref<const RowVector>& scores, const Normalization& normalization,
                 HeadIndex head) {
    WeighedRow row = divided(scores, normalization, head);
    bool is_nan = std::ranges::any_of(scores, makes_row_nan);
    std::vector<double> taking_part;
    for (const WeighedScore& each : row.keys) {
        if (!each.is_hidden)
            taking_part.push_back(each.x);
    }
    if (row.sink)
        taking_part.push_back(row.sink->x);
    if (taking_part.empty())
        return row;
    const Normalizer& kind = normalizer(normalization.kind);
    if (kind.shift != ScoreShift::none)
        row.largest = largest_of(taking_part);
    if (kind.shift == ScoreShift::threshold) {
        is_nan = is_nan || std::isinf(row.largest); // overflowed when divided by a tiny temperature
        for (double& score : taking_part)
            score -= row.largest;
        if (!is_nan && !is_covered(row.largest))
            row.threshold = arithmetic(kind.kind).threshold(std::move(taking_part));
    }
    const auto add = [&](WeighedScore& score) {
        score.x -= row.largest;
        score.x -= row.threshold;
        // Softmax's own arithmetic makes them NaN: ∞ − ∞.
        score.part =
            is_nan && kind.shift != ScoreShift::largest ? not_a_number : arithmetic(kind.kind).part(score.x);
        row.total += score.part;
    };
    for (WeighedScore& each : row.keys) {
        if (!each.is_hidden)
            add(each);
    }
    if (row.sink)
        add(*row.sink);
    return row;
}

ScoreDerivatives weights_backwards(const RowVector& by_weights, const RowVector& scores,
                                   const Normalization& normalization, HeadIndex head) {
    const Response response = response_of(weigh(scores, normalization, head), normalizer(normalization.kind));
    ScoreDerivatives result{RowVector::Zero(scores.cols())};
    // A key that is left out weighs 0 whatever the others do, even where they break down.
    bool depends = false;
    for (Index key = 0; key < scores.cols(); ++key)
        depends |= response.moves[static_cast<std::size_t>(key)] && by_weights(key) != 0;
    if (!depends)
        return result;
    // Relative to the derivative at the largest weight: if that weight is nearly 1, the contribution of the
    // others would be lost in 1 − 1. What a sink takes has no value, so its derivative is 0.
    const double base = response.largest ? by_weights(*response.largest) : 0;
    double common = -base * response.sink;
    for (Index key = 0; key < scores.cols(); ++key) {
        if (response.moves[static_cast<std::size_t>(key)])
            common += (by_weights(key) - base) * response.shares(key);
    }
    const double temperature = temperature_of(normalization);
    for (Index key = 0; key < scores.cols(); ++key) {
        const double more = by_weights(key) - base - common;
        if (response.moves[static_cast<std::size_t>(key)] && more != 0)
            result.scores(key) = response.slopes(key) * more / temperature;
    }
    result.sink = -response.sink * (base + common) / temperature;
    return result;
}

} // namespace lab
