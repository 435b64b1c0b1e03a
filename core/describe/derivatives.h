// SPDX-License-Identifier: GPL-3.0-or-later
//
// The derivatives of a computed number with respect to all parameters.
#pragma once

#include "core/describe/explanation.h"

#include <map>

namespace lab {

/// By parameter, in its shape (parameter()): the partial derivative of the cell with respect to each number.
/// Parameters that the cell does not depend on have zeros; those that the experiment lacks are missing.
using Derivatives = std::map<ParameterId, Matrix>;

/// Reverse-mode differentiation from the cell through every stage, at the cost of a few computations.
/// Overridden cells depend on nothing. At a kink, such as a sparsemax threshold, takes the derivative on the
/// number's side of it. Same requirements on the experiment as explain().
Derivatives derivatives(const Experiment& experiment, const StageReader& matrix, const CellRef& cell);

} // namespace lab
