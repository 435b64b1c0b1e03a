// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computed cells fixed by hand, and freed again.
#pragma once

#include "core/stage.h"

namespace lab {

/// The experiment in which a cell of a stage is `value`, finite or −∞, whatever is computed. The stage must
/// be computed, and the cell be in it.
Experiment with_override(const Experiment& experiment, const CellRef& cell, double value);
/// The same with a cell as it is computed.
Experiment without_override(const Experiment& experiment, const CellRef& cell);
/// The same with every cell as it is computed.
Experiment without_overrides(const Experiment& experiment);

/// What holds for a cell: of several the last; null where it is computed.
const Override* override_of(const Experiment& experiment, const CellRef& cell);
/// What holds, a cell once, in the order of the computation.
std::vector<const Override*> overrides_in_force(const Experiment& experiment);

inline CellRef cell_of(const Override& fixed) {
    return {fixed.stage, fixed.head, fixed.row, fixed.column};
}

} // namespace lab
