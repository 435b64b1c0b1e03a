// SPDX-License-Identifier: GPL-3.0-or-later
//
// X → Q, K, V of one head; queries and keys rotated by their position where the document asks for it.
#pragma once

#include "core/parameter.h"

namespace lab {

/// The cells `at` of Q (n_q, d_k) of a head: X·W_Q + b_Q, the head's own columns of X, or the given rows,
/// then rotated, for which `at` holds both columns of each pair. `x` are the rows `at.row` … of what the
/// tokens of this matrix are read from, the source's for K and V in cross-attention; it is not read for
/// `direct`.
void queries(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef q);
/// K (n_k, d_k) of a head, shared by the heads of its group.
void keys(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef k);
/// V (n_k, d_v) of a head, shared by the heads of its group.
void values(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef v);

} // namespace lab
