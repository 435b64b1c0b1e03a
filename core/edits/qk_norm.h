// SPDX-License-Identifier: GPL-3.0-or-later
//
// The norm of queries and keys, and its gains, as the user chooses them.
#pragma once

#include "core/experiment/parameter.h"

namespace lab {

/// The experiment with a norm of that kind, or without one. A norm that there is keeps its ε and its gains; a
/// new one has ε = 10⁻⁶ and no gains.
Experiment with_norm(const Experiment& experiment, std::optional<QkNormKind> kind);

/// The experiment with g_Q or g_K added, of ones, or removed. There must be a norm.
Experiment with_gains(const Experiment& experiment, ParameterId gains, bool present);

struct Gains {
    MatrixPtr g_Q = {}, g_K = {};
};
/// Gives the gains, if there are any, d_k numbers: the present ones, then those of `fresh` at their places as
/// far as it goes, then 1.
void resize_gains(Experiment& experiment, Index d_k, const Gains& fresh = {});

} // namespace lab
