// SPDX-License-Identifier: GPL-3.0-or-later
//
// weights, V → the output of one head.
#pragma once

#include "core/types.h"

namespace lab {

/// Z = A·V: for each of some queries the average of the values, weighted by its attention. `weights` are
/// their rows (n_k), `values` some columns of V (n_k rows), and of Z come the same rows and columns.
void head_output(ConstMatrixRef weights, ConstMatrixRef values, MatrixRef z);

} // namespace lab
