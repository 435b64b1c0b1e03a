// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a cell means, in a sentence.
#pragma once

#include "core/experiment/said.h"
#include "core/explain/step.h"

namespace lab {

/// "“is” gives 34.4 % of its attention to “sky”, the second largest of its row". The cell itself is not
/// covered.
Said meaning_of(const StepInputs& from, const CellRef& cell);
/// The same of what a sink takes of a row: is_sink_share().
Said meaning_of_sink_share(const Experiment& experiment, const CellRef& cell, double share);

} // namespace lab
