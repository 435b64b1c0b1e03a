// SPDX-License-Identifier: GPL-3.0-or-later
//
// QKᵀ → scaled scores.
#pragma once

#include "core/experiment.h"

namespace lab {

/// The factor that multiplies QKᵀ: the given one, or 1/√d_k (Vaswani et al. 2017, section 3.2.1).
double scale_factor(const Scores& scores, Index d_k);

/// (n_q, n_k)
Matrix scaled_scores(const Matrix& scores, double factor);

} // namespace lab
