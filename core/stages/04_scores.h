// SPDX-License-Identifier: GPL-3.0-or-later
//
// Q, K → QKᵀ.
#pragma once

#include "core/types.h"

namespace lab {

/// How well each of some queries (rows of d_k) matches each of some keys (rows of d_k), as a dot product
/// (Vaswani et al. 2017, section 3.2.1): one row a query, one column a key.
void scores(ConstMatrixRef queries, ConstMatrixRef keys, MatrixRef scores);

} // namespace lab
