// SPDX-License-Identifier: GPL-3.0-or-later
//
// The overrides of computed cells: which apply, and applying them.
#pragma once

#include "core/stage.h"

namespace lab {

/// The override that applies to a cell: the last of several; null if there is none.
const Override* override_of(const Experiment& experiment, const CellRef& cell);
/// The overrides that apply, one per cell, in order of computation.
std::vector<const Override*> overrides_in_force(const Experiment& experiment);

inline CellRef cell_of(const Override& each) {
    return {each.stage, each.head, each.row, each.column};
}

/// Replaces the overridden cells among `at` of a stage and head. Later stages see the result.
void override_cells(const std::vector<Override>& overrides, StageId stage, HeadIndex head, const Block& at,
                    MatrixRef computed);

} // namespace lab
