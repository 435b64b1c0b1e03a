// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps that normalise a row of queries or keys.
#pragma once

#include "core/explain/step.h"

#include <vector>

namespace lab {

/// Appends the steps that normalise the row of `cells`, one or a pair that is rotated afterwards: the sum of
/// the squares, the divisor, and each cell divided by it. `steps` must hold the projections of these cells,
/// which become numbers x of the row. Appends nothing if the stage is not normalised.
void add_norm_steps(const StepInputs& from, const std::vector<CellRef>& cells,
                    std::vector<ExplanationStep>& steps);

} // namespace lab
