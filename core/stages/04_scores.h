// SPDX-License-Identifier: GPL-3.0-or-later
//
// Q, K → QKᵀ.
#pragma once

#include "core/types.h"

namespace lab {

/// (n_q, n_k): how well each query matches each key, as a dot product (Vaswani et al. 2017, section 3.2.1).
Matrix scores(const Matrix& queries, const Matrix& keys);

} // namespace lab
