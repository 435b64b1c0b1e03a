// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why scores are divided by √d_k: what softmax makes of random queries and keys as the number of features
// grows (Vaswani et al. 2017, section 3.2.1 and its footnote).
#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lab {

/// The Frobenius norm of softmax's Jacobian diag(a) − a aᵀ at the weights a: how much they can still change
/// with the scores. 0 if one key has all the weight.
double softmax_gradient(std::span<const double> weights);

/// Statistics of scores with d_k features; means over all rows.
struct ScalingPoint {
    Index d_k = 1;
    double variance = 0; ///< population variance of all scores
    double entropy = 0;  ///< of a row of weights, in bits; NaN if no row is a distribution
    double gradient = 0; ///< softmax_gradient(); NaN likewise
};

/// Random queries and keys with independent, normal components of mean 0 and variance 1.
struct ScalingStudy {
    Index n_k = 1;     ///< keys per query
    Index queries = 0; ///< drawn in total
    /// For d_k = 1, 2, 4, … 512: of q·k, and of q·k / √d_k.
    std::vector<ScalingPoint> unscaled, scaled;
};

inline constexpr std::uint32_t scaling_study_seed = 0;
/// More keys would give the same figure, and take long.
inline constexpr Index most_study_keys = 1024;

/// `n_k` is clamped to 1 … most_study_keys. The vectors with fewer features are prefixes of those with more.
/// A pure function: NumPy's generator, seeded with scaling_study_seed, draws one group of queries and keys
/// after another, the keys first, then the queries, row by row.
ScalingStudy scaling_study(Index n_k);

/// The same statistics for one head of an experiment.
struct OwnScaling {
    double factor = 1; ///< multiplies its scores
    /// Without the factor, everything else unchanged; and with it. Entropy is NaN if no row is a
    /// distribution, or a sink takes part; gradient also if the normaliser is not softmax.
    ScalingPoint unscaled, scaled;
};

/// `scores`, `scaled` and `weights`, all (n_q, n_k), must be the experiment's stages for that head.
OwnScaling own_scaling(const Experiment& experiment, HeadIndex head, const Matrix& scores,
                       const Matrix& scaled, const Matrix& weights);

} // namespace lab
