// SPDX-License-Identifier: GPL-3.0-or-later
//
// X → Q, K, V of one head; queries and keys rotated by their position where the document asks for it.
#pragma once

#include "core/parameter.h"

namespace lab {

/// Q (n_q, d_k) of a head: X·W_Q + b_Q, the head's own columns of X, or the given rows, then rotated. `x` is
/// what the tokens of this matrix are read from, the source's for K and V in cross-attention; it is not read
/// for `direct`.
Matrix queries(const Experiment& experiment, const Matrix& x, HeadIndex head);
/// K (n_k, d_k) of a head, shared by the heads of its group.
Matrix keys(const Experiment& experiment, const Matrix& x, HeadIndex head);
/// V (n_k, d_v) of a head, shared by the heads of its group.
Matrix values(const Experiment& experiment, const Matrix& x, HeadIndex head);

/// Rotary position embedding (Su et al. 2021, section 3.2) with interleaved pairs: in row `pos` the pair (a,
/// b) of columns i and i+1, i even, becomes (a·cos θ − b·sin θ, a·sin θ + b·cos θ) with θ =
/// pos·base^(−i/d_k). An odd last column stays. The shape stays.
Matrix rotated(Matrix matrix, double base);

} // namespace lab
