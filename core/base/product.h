// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products, fast for small matrices too.
#pragma once

#include "core/base/types.h"

namespace lab {

/// a·b. The result must not share memory with either.
void multiply(ConstMatrixRef a, ConstMatrixRef b, MatrixRef result);

/// a·bᵀ, likewise.
void multiply_transposed(ConstMatrixRef a, ConstMatrixRef b, MatrixRef result);

} // namespace lab
