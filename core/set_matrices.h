// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters replaced by whole matrices, as they come from files.
#pragma once

#include "core/parameter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// What a matrix can be put in place of.
struct MatrixTarget {
    enum class Kind {
        projection,    ///< a parameter of `projection`
        position,      ///< the learned position table, (at least the longer sequence, d_model)
        mask,          ///< the custom mask, (n_q, n_k) of 0 and 1
        inputs,        ///< the vectors of the sentence's tokens, (n_q, d_model)
        source_inputs, ///< the vectors of the source's tokens, (n_k, d_model)
        token,         ///< the vector of one token, (1, d_model)
    };
    Kind kind = Kind::projection;
    ParameterId parameter = ParameterId::W_Q; ///< where `kind` is projection
    std::string token;                        ///< where `kind` is token
};

/// The target that a name stands for: a parameter of `projection` ("W_Q"), "position", "mask", "X",
/// "X_source", or "embedding:" and a token that is not empty. Nothing where the name is none of these.
std::optional<MatrixTarget> matrix_target(std::string_view name);
/// The names that there are, for messages: "W_Q, …, embedding:TOKEN".
std::string matrix_target_names();

struct Replacement {
    MatrixTarget target;
    Matrix matrix; ///< of finite numbers
};

/// The experiment with all these matrices in place of what it had, or in addition to it; they are judged
/// together, so that W_Q and W_K may change d_k at once. d_model follows the token vectors where all of the
/// table have come to agree on another width. Vectors become the person's own, a position table makes
/// positions `learned`, and what is known of a replaced parameter's origin is dropped.
///
/// Fails, with `file` empty, where the experiment computes nothing with a target, where one token would get
/// two different vectors (bit for bit), and where validate() finds something wrong with the whole.
Result<Experiment> with_matrices(const Experiment& experiment, const std::vector<Replacement>& replacements);

} // namespace lab
