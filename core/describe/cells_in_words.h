// SPDX-License-Identifier: GPL-3.0-or-later
//
// Some cells of a stage as a sentence: "feature 2 of every token", "every token → “blue”, where not hidden".
#pragma once

#include "core/describe/dependent_cells.h"
#include "core/experiment/said.h"

#include <vector>

namespace lab {

/// Rows and columns of a matrix, each with a cell that can change in one of the others.
struct CellGroup {
    PlaceSet rows, columns;
};

/// Cells of a matrix that can change, as far as a sentence says which. They are all in these groups, which
/// hold nothing else but cells that keep their number for the reasons named, unless they are `in_part`.
struct CellGroups {
    std::vector<CellGroup> groups; ///< one or two
    bool in_part = false; ///< there are too many kinds of rows: then there is one group, of which some
    bool but_overridden = false, but_hidden = false, but_dropped = false;
};
CellGroups groups_of(const DependentMatrix& matrix);

Said cells_in_words(const Experiment& experiment, const DependentMatrix& matrix);

} // namespace lab
