// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a row of masked scores becomes weights, as a step of an explanation.
#pragma once

#include "core/describe/step.h"

namespace lab {

/// The one step of a weight, or of what a sink takes of its row.
std::vector<ExplanationStep> weight_steps(const StepInputs& from, const CellRef& cell);
void add_weight_formulas(const Experiment& experiment, ExplanationStep& step);

} // namespace lab
