// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a number is nothing but the rounding error of the sum that gave it.
#pragma once

#include "core/describe/step.h"

namespace lab {

/// Whether a cell, as it was computed, is 0 within rounding. False for weights, for an overridden cell, and
/// while a stage that it reads is unknown.
bool is_rounding_of(const StepInputs& from, const CellRef& cell);

/// Whether a computed cell is 0 within rounding: a sum whose terms cancel, or a value computed from such a
/// sum alone. `matrix` must know what the cell reads. It may return an empty matrix for the stages before
/// that.
bool is_zero_within_rounding(const Experiment& experiment, const StageReader& matrix, const CellRef& cell);

} // namespace lab
