// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of matrices, quick for small ones too.
#pragma once

#include "core/types.h"

namespace lab {

/// a·b. The result shares no memory with either.
void multiply(ConstMatrixRef a, ConstMatrixRef b, MatrixRef result);

/// a·bᵀ, likewise.
void multiply_transposed(ConstMatrixRef a, ConstMatrixRef b, MatrixRef result);

} // namespace lab
