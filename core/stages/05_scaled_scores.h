// SPDX-License-Identifier: GPL-3.0-or-later
//
// QKᵀ → scaled scores, including the document's bias.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// The factor that multiplies QKᵀ: the given one, or 1/√d_k (Vaswani et al. 2017, section 3.2.1).
double scale_factor(const Scores& scores, Index d_k);

/// How steeply a head's scores fall with distance (Press et al. 2022, "Train Short, Test Long", section 3,
/// and its code for head counts that are not a power of two): for n heads, n a power of two, 2^(−8(h+1)/n);
/// else the slopes of the next smaller power of two, then every other one of twice as many heads.
double alibi_slope(HeadIndex head, HeadIndex heads);

/// The softcap (Gemma Team 2024, "Gemma 2", section 2): c·tanh(x/c), which is near x for small x and never
/// beyond ±c, c being above 0. An infinite x gives ±c.
double capped(double x, double c);
/// Its derivative, 1 − tanh²(x/c).
double cap_slope(double x, double c);

/// What is added to a head's scaled scores, (n_q, n_k); nullptr if nothing is.
const Matrix* added_scores(const Scores& scores, HeadIndex head);

/// Computes the cells `at` of (n_q, n_k): scores·factor, capped if there is a softcap, minus slope·|i−j| if
/// there is a bias, i and j being positions, plus the added scores if there are any. `scores` are the same
/// cells of QKᵀ.
void scaled_scores(ConstMatrixRef scores, const Scores& options, Index d_k, HeadIndex head, HeadIndex heads,
                   const FirstPositions& first, const Block& at, MatrixRef scaled);

/// The way back: `by` are derivatives by the cells `at` as computed, and become those by the same cells of
/// QKᵀ, `scores`, which are read only if there is a softcap. Those by the added scores are added to
/// `by_added`, the same cells, if there are any. Where −∞ is added nothing passes.
void scaled_scores_backwards(ConstMatrixRef scores, const Scores& options, Index d_k, HeadIndex head,
                             const Block& at, MatrixRef by, MatrixRef by_added);

} // namespace lab
