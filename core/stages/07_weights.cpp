// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/07_weights.h"

#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

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

} // namespace

Matrix weights(const Matrix& masked_scores, const Normalization& normalization) {
    Matrix weights = Matrix::Zero(masked_scores.rows(), masked_scores.cols());
    Visible row;
    for (Index query = 0; query < masked_scores.rows(); ++query) {
        row.clear();
        for (const double score : masked_scores.row(query)) {
            if (!is_hidden(score))
                row.push_back(score);
        }
        if (row.empty())
            continue;
        normalize(row, normalization);
        auto weight = row.begin();
        for (Index key = 0; key < masked_scores.cols(); ++key) {
            if (!is_hidden(masked_scores(query, key)))
                weights(query, key) = *weight++;
        }
    }
    return weights;
}

} // namespace lab
