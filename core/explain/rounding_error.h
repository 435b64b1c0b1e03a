// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a number is nothing but the rounding error of the sum that gave it.
#pragma once

#include "core/explain/stage_steps.h"

namespace lab {

/// Whether a cell, as it was computed, is 0 within rounding. False for weights, for an overridden cell, and
/// while a stage that it reads is unknown.
bool is_rounding_of(const StepInputs& from, const CellRef& cell);

} // namespace lab
