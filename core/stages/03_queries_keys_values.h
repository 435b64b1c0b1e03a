// SPDX-License-Identifier: GPL-3.0-or-later
//
// X → Q, K, V of one head; queries and keys are normalised and rotated by position if the document says so.
#pragma once

#include "core/experiment/parameter.h"

namespace lab {

/// Computes the cells `at` of a head's Q (n_q, d_k): X·W_Q + b_Q, the head's own columns of X, or the given
/// rows, then normalised (03_qk_norm.h), then rotated (core/rotation.h). For a norm, `at` must contain the
/// head's whole rows; for rotation, both columns of each pair. `x` holds the rows from `at.row` on of this
/// matrix's inputs, which are the source's for K and V in cross-attention; it is not read for `direct`.
void queries(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef q);
/// K (n_k, d_k) of a head, shared by the heads of its group.
void keys(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef k);
/// V (n_k, d_v) of a head, shared by the heads of its group.
void values(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef v);

/// The cells `at` of queries, keys or values before any norm or rotation.
void projected(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, StageId stage, const Block& at,
               MatrixRef result);
/// What the document makes of such cells of queries or keys.
void normalize_and_rotate(const Experiment& experiment, StageId stage, const Block& at, MatrixRef result);

// The way back.

/// `by` are derivatives with respect to all of a head's queries or keys as computed, and become those with
/// respect to the same before they are rotated and normalised. With a norm, `before` are their numbers there,
/// and the derivatives by the gains, if the document has any, are added to `by_gains` (1, d_k).
void normalize_and_rotate_backwards(const Experiment& experiment, StageId stage, ConstMatrixRef before,
                                    MatrixRef by, MatrixRef by_gains);
/// From derivatives `by` some rows of queries, keys or values, those of all heads or groups side by side,
/// before any norm or rotation: adds those by the same rows of X. Not for `direct`.
void projected_backwards(const Experiment& experiment, StageId stage, ConstMatrixRef by, MatrixRef by_x);
/// From those by all rows: adds those by some rows of W_Q, W_K or W_V, whose columns of X are `x`.
void projection_weights_backwards(ConstMatrixRef x, ConstMatrixRef by, MatrixRef by_weights);

} // namespace lab
