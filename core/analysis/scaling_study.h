// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why scores are divided by √d_k: what softmax makes of random queries and keys as they get more features
// (Vaswani et al. 2017, section 3.2.1 and its footnote).
#pragma once

#include "core/experiment.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lab {

/// The Frobenius norm of softmax's Jacobian diag(a) − a aᵀ, a being the weights that it gives: by how much
/// they can still change with what it reads. 0 where one key has everything.
double softmax_gradient(std::span<const double> weights);

/// What becomes of scores with so many features; means over all rows.
struct ScalingPoint {
    Index d_k = 1;
    double variance = 0; ///< of all the scores, the population's
    double entropy = 0;  ///< of a row of weights, in bits; NaN where no row is a distribution
    double gradient = 0; ///< softmax_gradient(); NaN likewise
};

/// Random queries and keys whose components are independent and normal, mean 0 and variance 1.
struct ScalingStudy {
    Index n_k = 1;     ///< keys of each query
    Index queries = 0; ///< that were drawn, all together
    /// For d_k = 1, 2, 4, … 512: of q·k, and of q·k / √d_k.
    std::vector<ScalingPoint> unscaled, scaled;
};

inline constexpr std::uint32_t scaling_study_seed = 0;
/// More keys make no other picture, and take long.
inline constexpr Index most_study_keys = 1024;

/// For 1 ≤ n_k keys, most_study_keys at most. The vectors with fewer features are the beginnings of those
/// with more. A pure function: NumPy's generator, seeded with scaling_study_seed, draws for one group of
/// queries and keys after another the keys, then the queries, row by row.
ScalingStudy scaling_study(Index n_k);

/// Where an experiment stands among them, for one head.
struct OwnScaling {
    double factor = 1; ///< that multiplies its scores
    /// Without the factor, everything else being as it is; and as it is. Entropy is NaN where no row is a
    /// distribution, gradient also where the normaliser is no softmax.
    ScalingPoint unscaled, scaled;
};

/// From the stages of a head: `scores`, `scaled` and `weights`, all (n_q, n_k), are those of the experiment.
OwnScaling own_scaling(const Experiment& experiment, HeadIndex head, const Matrix& scores,
                       const Matrix& scaled, const Matrix& weights);

} // namespace lab
