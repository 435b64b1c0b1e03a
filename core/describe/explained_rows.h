// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explains a number before any stage has been computed.
#pragma once

#include "core/describe/explain.h"

namespace lab {

/// The same result as explain() with every stage, but computes only what it reads: of scores, scaled and
/// masked scores and weights, only the rows around the cell. `first`: what the first head, row, column or
/// position counts as.
Explanation explain(const Experiment& experiment, const CellRef& cell, Index first = first_in_window);

} // namespace lab
