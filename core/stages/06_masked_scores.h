// SPDX-License-Identifier: GPL-3.0-or-later
//
// scaled scores → masked scores.
#pragma once

#include "core/experiment.h"

namespace lab {

/// (n_q, n_k): −∞ where any rule of the mask hides the key from the query, the scaled score elsewhere.
Matrix masked_scores(const Matrix& scaled_scores, const Mask& mask);

/// What "hidden" means, here and everywhere after: the masked score is −∞, from a mask or not.
bool is_hidden(double masked_score);

} // namespace lab
