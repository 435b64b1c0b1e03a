// SPDX-License-Identifier: GPL-3.0-or-later
//
// tokens → X, the input of the heads.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// Computes the cells `at` of X (n, d_model) for either sequence: row i is the vector of token i, or row i of
/// `given` (n, d_model) unless that is null, plus the vector of its position, offset + i. Without `given`
/// every token must have a vector; a learned table must have a row for every position.
///
/// Sinusoidal positions (Vaswani et al. 2017, section 3.5): column c of position p is the sine (c even) or
/// the cosine (c odd) of p / 10000^(2⌊c/2⌋/d_model).
void inputs(const Sequence& sequence, const Matrix* given, const Embedding& embedding, const Block& at,
            MatrixRef x);

/// The way back: adds the derivatives by all rows of X (n, d_model) to those by what the rows are made of.
/// Row i goes to the row of `by_vectors` that its token has among `words`, or to row i if `words` is null,
/// where rows are given; and to the row of its position in `by_positions`, unless that is null.
void inputs_backwards(const Sequence& sequence, const std::vector<std::string>* words, ConstMatrixRef by_x,
                      Matrix& by_vectors, Matrix* by_positions);

} // namespace lab
