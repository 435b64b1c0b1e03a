// SPDX-License-Identifier: GPL-3.0-or-later
//
// scaled scores → masked scores.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// Computes the cells `at` of (n_q, n_k): −∞ if any rule of the mask hides the key from the query, else the
/// scaled score. `scaled` are the same cells of the scaled scores.
void masked_scores(ConstMatrixRef scaled, const Mask& mask, const FirstPositions& first, const Block& at,
                   MatrixRef masked);

/// The way back: `by` are derivatives by the cells `at` as computed, and become those by the same cells of
/// the scaled scores: 0 where a rule hides the key from the query.
void masked_scores_backwards(const Mask& mask, const FirstPositions& first, const Block& at, MatrixRef by);

} // namespace lab
