// SPDX-License-Identifier: GPL-3.0-or-later
//
// X → Q, K, V of one head.
#pragma once

#include "core/parameter.h"

namespace lab {

/// Q (n_q, d_k) of a head: X·W_Q + b_Q, the head's own columns of X, or the given rows. `x` is not read for
/// `direct`.
Matrix queries(const Experiment& experiment, const Matrix& x, HeadIndex head);
/// K (n_k, d_k) of a head, shared by the heads of its group.
Matrix keys(const Experiment& experiment, const Matrix& x, HeadIndex head);
/// V (n_k, d_v) of a head, shared by the heads of its group.
Matrix values(const Experiment& experiment, const Matrix& x, HeadIndex head);

} // namespace lab
