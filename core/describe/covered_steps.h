// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations of covered numbers, and of numbers computed from them: see core/base/covered.h.
#pragma once

#include "core/describe/step.h"

namespace lab {

/// Covers in a cell's own steps, before their formulas are made, what gives covered numbers away. Of a
/// covered cell the operands stay, as far as they are shown elsewhere, and everything that is computed from
/// them on the way is covered. Of another cell, the result stays although some of its operands may be
/// covered.
void cover_steps(const StepInputs& from, const CellRef& cell, std::vector<ExplanationStep>& own);

/// Whether a number of the cell's row is covered, so that nothing can be said of its rank there.
bool is_row_covered(const StepInputs& from, const CellRef& cell);

} // namespace lab
