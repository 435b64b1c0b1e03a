// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a number was computed.
#pragma once

#include "core/describe/step.h"

namespace lab {

/// How a cell was computed. The experiment must be valid (validate()), have tokens and has_cell() the cell,
/// which may be what a sink takes. `matrix` must know the stages that operands() names. It may return an
/// empty matrix for others, which are read to find where a number that is not finite began.
Explanation explain(const Experiment& experiment, const StageReader& matrix, const CellRef& cell);

/// The same for an explanation that reads only the rows it needs.
Explanation explanation_of(const StepInputs& from, const CellRef& cell);

} // namespace lab
