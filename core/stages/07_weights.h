// SPDX-License-Identifier: GPL-3.0-or-later
//
// masked scores → attention weights.
#pragma once

#include "core/types.h"

namespace lab {

/// Softmax of each row, shifted by the row's maximum so that it cannot overflow. A hidden key (−∞) weighs
/// exactly 0, and a row whose keys are all hidden has weights of 0. A NaN or +∞ among a row's visible scores
/// makes its visible weights NaN. (n_q, n_k)
Matrix softmax(const Matrix& masked_scores);

} // namespace lab
