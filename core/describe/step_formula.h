// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formula of a step, in symbols and in numbers.
#pragma once

#include "core/describe/explanation.h"

namespace lab {

/// Sets rule and numbers of a step that has its operands.
void add_formulas(const Experiment& experiment, ExplanationStep& step);

// Parts of formulas.

Formula name_of_operand(const Operand& operand);
Formula value_of_operand(const Operand& operand);
/// The parts joined by `between`, the middle left out if there are many.
Formula chained(const std::vector<Formula>& all, const std::string& between);

} // namespace lab
