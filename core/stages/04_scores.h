// SPDX-License-Identifier: GPL-3.0-or-later
//
// Q, K → QKᵀ.
#pragma once

#include "core/base/types.h"

namespace lab {

/// The dot products of some queries (rows of d_k) with some keys (rows of d_k), which say how well they match
/// (Vaswani et al. 2017, section 3.2.1): one row per query, one column per key.
void scores(ConstMatrixRef queries, ConstMatrixRef keys, MatrixRef scores);

/// The way back, from derivatives `by` the scores of those queries with those keys: those by the queries, and
/// those by the keys, which are added to `by_keys`.
void scores_backwards(ConstMatrixRef by, ConstMatrixRef queries, ConstMatrixRef keys, MatrixRef by_queries,
                      MatrixRef by_keys);

} // namespace lab
