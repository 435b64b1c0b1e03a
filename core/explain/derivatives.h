// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much a computed number follows each number of the parameters.
#pragma once

#include "core/explain/explain.h"

#include <map>

namespace lab {

/// By parameter, in its shape (parameter()): by how much the cell grows per unit that the number grows, all
/// others staying. Parameters that the cell does not depend on have zeros; those that the experiment does not
/// have are missing.
using Derivatives = std::map<ParameterId, Matrix>;

/// Worked out backwards from the cell through every stage (reverse accumulation), in the time of a few
/// computations. What is fixed by hand follows nothing. Where a number has a kink, a sparsemax's threshold,
/// it is the derivative on the side on which the number is. The experiment as for explain().
Derivatives derivatives(const Experiment& experiment, const StageMatrix& matrix, const CellRef& cell);

} // namespace lab
