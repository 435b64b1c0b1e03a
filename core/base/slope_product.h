// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products on the way back, from derivatives to derivatives. A derivative of 0 passes nothing on, even
// where it meets infinity or NaN: what does not change with a number does not change with what that was
// computed from.
#pragma once

#include "core/base/types.h"

namespace lab {

/// slopes·b. The result must not share memory with either.
void multiply_slopes(ConstMatrixRef slopes, ConstMatrixRef b, MatrixRef result);

/// slopes·bᵀ, likewise.
void multiply_slopes_transposed(ConstMatrixRef slopes, ConstMatrixRef b, MatrixRef result);

/// Adds aᵀ·slopes to the result, likewise.
void add_transposed_times_slopes(ConstMatrixRef a, ConstMatrixRef slopes, MatrixRef result);

/// Adds slopesᵀ·b to the result, likewise.
void add_transposed_slopes_times(ConstMatrixRef slopes, ConstMatrixRef b, MatrixRef result);

} // namespace lab
