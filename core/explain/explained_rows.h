// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a number came about, where nothing has been computed yet.
#pragma once

#include "core/explain/explain.h"

namespace lab {

/// The same as explain() over every stage, from what it reads alone, computed for it: of scores, scaled and
/// masked scores and weights that is the rows around the cell's.
Explanation explain(const Experiment& experiment, const CellRef& cell);

} // namespace lab
