// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formula of a step, with names and with numbers.
#pragma once

#include "core/explain/explain.h"

namespace lab {

/// Fills `rule` and `numbers` of a step that has everything else.
void add_formulas(const Experiment& experiment, ExplanationStep& step);

} // namespace lab
