// SPDX-License-Identifier: GPL-3.0-or-later
//
// weights, V → the output of one head.
#pragma once

#include "core/base/types.h"

namespace lab {

/// Z = A·V: for each query the average of the values, weighted by its attention. `weights` are some rows of A
/// (n_k columns), `values` some columns of V (n_k rows); `z` receives the same rows and columns of Z.
void head_output(ConstMatrixRef weights, ConstMatrixRef values, MatrixRef z);

} // namespace lab
