// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scaling_study.h"

#include "core/analysis/statistics.h"
#include "core/engine/evaluate.h"
#include "core/experiment/normalizers.h"
#include "core/random/generators.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr Index largest_d_k = 512;
constexpr Index most_queries = 64; // per group of keys
constexpr Index vectors = 1600;    // approximate number drawn: takes some tens of milliseconds

Matrix normal_matrix(NumpyGenerator& generator, Index rows, Index columns) {
    Matrix matrix(rows, columns);
    for (double& value : matrix.reshaped<Eigen::RowMajor>())
        value = generator.normal();
    return matrix;
}

/// Accumulates means over rows of weights.
struct RowMeans {
    double entropy = 0, gradient = 0;
    Index rows = 0;

    void add(const Matrix& weights) {
        for (Index row = 0; row < weights.rows(); ++row) {
            const std::span<const double> its(weights.data() + row * weights.cols(),
                                              static_cast<std::size_t>(weights.cols()));
            const double bits = entropy_bits(its);
            if (std::isnan(bits))
                continue; // all keys hidden, or not a distribution
            entropy += bits;
            gradient += softmax_gradient(its);
            ++rows;
        }
    }
    ScalingPoint point(Index d_k, double variance) const {
        const auto count = static_cast<double>(rows); // 0/0 is NaN without rows
        return {d_k, variance, entropy / count, gradient / count};
    }
};

/// Accumulated for one d_k.
struct Sums {
    double scores = 0, squares = 0;
    Index count = 0;
    RowMeans unscaled, scaled;
};

void attend(const Matrix& scores, Index d_k, Matrix& weights, Sums& sums) {
    const Normalization softmax;
    sums.scores += scores.sum();
    sums.squares += scores.squaredNorm();
    sums.count += scores.size();
    lab::weights(scores, softmax, 0, weights);
    sums.unscaled.add(weights);
    const Matrix scaled = scores * scale_factor({}, d_k);
    lab::weights(scaled, softmax, 0, weights);
    sums.scaled.add(weights);
}

ScalingPoint own_point(const Experiment& experiment, HeadIndex head, const Matrix& scores,
                       const Matrix& weights) {
    RowMeans means;
    means.add(weights);
    ScalingPoint point = means.point(dimensions(experiment).d_k, statistics_of(scores).variance);
    if (!normalizer(experiment).raises_e)
        point.gradient = std::numeric_limits<double>::quiet_NaN();
    // Where a sink's share is lost to rounding, rows add up to 1 by chance.
    if (sink_of(experiment.normalization, head))
        point.entropy = point.gradient = std::numeric_limits<double>::quiet_NaN();
    return point;
}

} // namespace

double softmax_gradient(std::span<const double> weights) {
    if (weights.empty())
        return 0;
    // Sums the other weights directly: next to a weight close to 1, 1 − weight would lose them to rounding.
    const auto largest = static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
    double others = 0;
    double others_squares = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        others += i == largest ? 0 : weights[i];
        others_squares += i == largest ? 0 : weights[i] * weights[i];
    }
    // Row i has a_i (1 − a_i) on the diagonal, and a_i a_j elsewhere.
    const double top = weights[largest] * weights[largest];
    double squares = top * (others * others + others_squares);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double own = i == largest ? 0 : weights[i] * weights[i];
        squares += own * ((1 - weights[i]) * (1 - weights[i]) + top + (others_squares - own));
    }
    return std::sqrt(squares);
}

ScalingStudy scaling_study(Index n_k) {
    ScalingStudy study;
    study.n_k = std::clamp<Index>(n_k, 1, most_study_keys);
    const Index rows = std::min(study.n_k, most_queries);
    const Index groups = std::max<Index>(vectors / (study.n_k + rows), 4);
    study.queries = groups * rows;
    NumpyGenerator generator(scaling_study_seed);
    std::vector<Sums> sums;
    for (Index d_k = 1; d_k <= largest_d_k; d_k *= 2)
        sums.emplace_back();
    Matrix weights(rows, study.n_k);
    for (Index group = 0; group < groups; ++group) {
        const Matrix keys = normal_matrix(generator, study.n_k, largest_d_k);
        const Matrix queries = normal_matrix(generator, rows, largest_d_k);
        Matrix scores = Matrix::Zero(rows, study.n_k);
        Index known = 0;
        for (Sums& its : sums) {
            const Index d_k = std::max<Index>(2 * known, 1);
            scores +=
                queries.middleCols(known, d_k - known) * keys.middleCols(known, d_k - known).transpose();
            attend(scores, d_k, weights, its);
            known = d_k;
        }
    }
    Index d_k = 1;
    for (const Sums& its : sums) {
        const auto count = static_cast<double>(its.count);
        const double mean = its.scores / count;
        const double variance = its.squares / count - mean * mean;
        const double factor = scale_factor({}, d_k);
        study.unscaled.push_back(its.unscaled.point(d_k, variance));
        study.scaled.push_back(its.scaled.point(d_k, variance * factor * factor));
        d_k *= 2;
    }
    return study;
}

OwnScaling own_scaling(const Experiment& experiment, HeadIndex head, const Matrix& scores,
                       const Matrix& scaled, const Matrix& weights) {
    const Dimensions d = dimensions(experiment);
    OwnScaling own;
    own.factor = scale_factor(experiment.scores, d.d_k);
    own.scaled = own_point(experiment, head, scaled, weights);
    Experiment without = experiment;
    without.scores.scale = 1;
    const Block whole{0, 0, scores.rows(), scores.cols()};
    Matrix before = scores;
    for (const StageId stage : {StageId::scaled_scores, StageId::masked_scores, StageId::weights}) {
        Matrix after(scores.rows(), scores.cols());
        evaluate(
            without, d, stage, head, whole,
            [&before](StageId, HeadIndex, const Block& at) -> ConstMatrixRef {
                return before.block(at.row, at.column, at.rows, at.columns);
            },
            after);
        before.swap(after);
    }
    own.unscaled = own_point(experiment, head, scores, before);
    return own;
}

} // namespace lab
