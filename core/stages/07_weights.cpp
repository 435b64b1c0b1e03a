// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/07_weights.h"

#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace lab {

namespace {

/// A row without its hidden keys: scores that become weights in place. There is at least one.
using Visible = std::vector<double>;

void spoil(Visible& row) {
    std::ranges::fill(row, std::numeric_limits<double>::quiet_NaN());
}

void divide_by_sum(Visible& row) {
    double sum = 0;
    for (const double value : row)
        sum += value;
    for (double& value : row)
        value /= sum;
}

void softmax(Visible& row) {
    const double largest = *std::ranges::max_element(row);
    for (double& score : row)
        score = std::exp(score - largest);
    divide_by_sum(row);
}

void softmax_naive(Visible& row) {
    for (double& score : row)
        score = std::exp(score);
    divide_by_sum(row);
}

void sparsemax(Visible& row) {
    // The projection does not change when all scores are shifted; counted from the largest, only those above
    // −1 can have a weight, and no sum overflows.
    const double largest = *std::ranges::max_element(row);
    if (std::isinf(largest)) // divided by a tiny temperature
        return spoil(row);
    for (double& score : row)
        score -= largest;
    Visible sorted = row;
    std::ranges::sort(sorted, std::greater{});
    double sum = 0;
    double threshold = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto count = static_cast<double>(i + 1);
        if (!(1 + count * sorted[i] > sum + sorted[i]))
            break;
        sum += sorted[i];
        threshold = (sum - 1) / count;
    }
    for (double& score : row)
        score = std::max(score - threshold, 0.0);
}

bool spoils_its_row(double score) {
    return std::isnan(score) || score == std::numeric_limits<double>::infinity();
}

void normalize(Visible& row, const Normalization& normalization) {
    if (std::ranges::any_of(row, spoils_its_row))
        return spoil(row);
    if (normalization.kind != NormalizationKind::sum) {
        for (double& score : row)
            score /= normalization.temperature;
    }
    switch (normalization.kind) {
    case NormalizationKind::softmax:
        return softmax(row);
    case NormalizationKind::softmax_naive:
        return softmax_naive(row);
    case NormalizationKind::sum:
        return divide_by_sum(row);
    case NormalizationKind::sparsemax:
        return sparsemax(row);
    }
}

/// A row as its normaliser wants it, number by number. `visible` is memory to use.
void weigh(const Eigen::Ref<const RowVector>& scores, const Normalization& normalization, Visible& visible,
           Eigen::Ref<RowVector> weights) {
    visible.clear();
    for (const double score : scores) {
        if (!is_hidden(score))
            visible.push_back(score);
    }
    weights.setZero();
    if (visible.empty())
        return;
    normalize(visible, normalization);
    auto weight = visible.begin();
    for (Index key = 0; key < scores.cols(); ++key) {
        if (!is_hidden(scores(key)))
            weights(key) = *weight++;
    }
}

/// The softmax of a row by the processor's vector instructions. Returns false, with the weights undefined,
/// for a row that has nothing to attend to or a number that is not finite.
bool weigh_by_vectors(const Eigen::Ref<const RowVector>& scores, double temperature,
                      Eigen::Ref<RowVector> weights) {
    if (scores.size() == 0)
        return false;
    weights = scores / temperature;
    // maxCoeff() alone would pass over a NaN.
    const double largest = weights.maxCoeff<Eigen::PropagateNaN>();
    if (!std::isfinite(largest))
        return false;
    weights = (weights.array() - largest).exp();
    // For −∞, and for all that is too far below the largest, Eigen's exp gives its least number, not 0.
    constexpr double least = 1e-307;
    for (double& weight : weights)
        weight = weight < least ? 0 : weight;
    weights /= weights.sum();
    return true;
}

} // namespace

void weights(ConstMatrixRef masked_scores, const Normalization& normalization, MatrixRef weights) {
    Visible visible;
    for (Index i = 0; i < masked_scores.rows(); ++i) {
        const bool done = normalization.kind == NormalizationKind::softmax &&
                          weigh_by_vectors(masked_scores.row(i), normalization.temperature, weights.row(i));
        if (!done)
            weigh(masked_scores.row(i), normalization, visible, weights.row(i));
    }
}

} // namespace lab
