// SPDX-License-Identifier: GPL-3.0-or-later
//
// QKᵀ → scaled scores, including the document's bias.
#pragma once

#include "core/experiment.h"

namespace lab {

/// The factor that multiplies QKᵀ: the given one, or 1/√d_k (Vaswani et al. 2017, section 3.2.1).
double scale_factor(const Scores& scores, Index d_k);

/// How steeply a head's scores fall with distance (Press et al. 2022, "Train Short, Test Long", section 3,
/// and its code for head counts that are not a power of two): for n heads, n a power of two, 2^(−8(h+1)/n);
/// else the slopes of the next smaller power of two, then every other one of twice as many heads.
double alibi_slope(HeadIndex head, HeadIndex heads);

/// Computes the cells `at` of (n_q, n_k): scores·factor, minus slope·|i−j| if there is a bias, i and j being
/// positions. `scores` are the same cells of QKᵀ.
void scaled_scores(ConstMatrixRef scores, const Scores& options, Index d_k, HeadIndex head, HeadIndex heads,
                   const FirstPositions& first, const Block& at, MatrixRef scaled);

} // namespace lab
