// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formula of a step, in symbols and in numbers.
#pragma once

#include "core/explain/explanation.h"

namespace lab {

/// Fills `rule` and `numbers` of an otherwise complete step.
void add_formulas(const Experiment& experiment, ExplanationStep& step);

} // namespace lab
