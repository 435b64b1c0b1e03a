// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replaces parameters by whole matrices, as read from files.
#pragma once

#include "core/experiment/parameter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// What a matrix can replace.
struct MatrixTarget {
    enum class Kind {
        /// One of `projection`; `position`, the learned table, (one row for every position, d_model); X, the
        /// vectors of the sentence's tokens, or its given rows, (n_q, d_model); X_source, the same for the
        /// source; the gains g_Q and g_K, (1, d_k); `sink`, (1, 1) or (1, H); `additive`, the added scores,
        /// (n_q, n_k) for all heads, or (H·n_q, n_k), those of each head below each other
        parameter,
        mask,  ///< the custom mask, (n_q, n_k) of 0 and 1, or numbers with −∞: see with_matrices()
        token, ///< the vector of one token, (1, d_model)
    };
    Kind kind = Kind::parameter;
    ParameterId parameter = ParameterId::W_Q; ///< if `kind` is parameter
    std::string token = {};                   ///< if `kind` is token
};

/// Parses a target's name: a parameter of `projection` ("W_Q"), "position", "mask", "X", "X_source", "g_Q",
/// "g_K", "sink", "additive", or "embedding:" and a non-empty token. nullopt for any other name.
std::optional<MatrixTarget> matrix_target(std::string_view name);
/// All target names, for messages: "W_Q, …, embedding:TOKEN".
std::string matrix_target_names();

struct Replacement {
    MatrixTarget target;
    Matrix matrix; ///< of finite numbers, and −∞ for a mask and for added scores
};

/// The experiment with all these matrices replaced or added. They are validated together, so that W_Q and W_K
/// may change d_k at once. d_model follows the token vectors if the whole table now has another width. Where
/// inputs are given by row, X and X_source replace the rows, whatever their numbers, and d_model follows
/// them. Vectors no longer count as seeded, a position table makes positions `learned`, and a replaced
/// parameter's origin is dropped.
///
/// A mask with −∞ is one that is added to scores. It replaces the added scores if the experiment has any;
/// otherwise it becomes the custom mask that hides the same keys, and its other numbers must be 0.
///
/// Fails, with `file` empty, if the experiment does not compute with a target, if one token would get two
/// different vectors (bit for bit), or if validate() rejects the result.
Result<Experiment> with_matrices(const Experiment& experiment, const std::vector<Replacement>& replacements);

} // namespace lab
