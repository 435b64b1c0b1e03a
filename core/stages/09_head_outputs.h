// SPDX-License-Identifier: GPL-3.0-or-later
//
// weights, V → the output of one head.
#pragma once

#include "core/base/types.h"

namespace lab {

/// Z = A·V: for each query the average of the values, weighted by its attention. `weights` are some rows of A
/// (n_k columns), `values` some columns of V (n_k rows); `z` receives the same rows and columns of Z.
void head_output(ConstMatrixRef weights, ConstMatrixRef values, MatrixRef z);

/// The way back, from derivatives `by` some rows of Z as computed: those by the same rows of A, and those by
/// the values, which are added to `by_values`.
void head_output_backwards(ConstMatrixRef by, ConstMatrixRef weights, ConstMatrixRef values,
                           MatrixRef by_weights, MatrixRef by_values);

} // namespace lab
