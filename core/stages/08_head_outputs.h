// SPDX-License-Identifier: GPL-3.0-or-later
//
// weights, V → the output of one head.
#pragma once

#include "core/types.h"

namespace lab {

/// Z = A·V (n_q, d_v): for each query the average of the values, weighted by its attention.
Matrix head_output(const Matrix& weights, const Matrix& values);

} // namespace lab
