// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which numbers a cell is computed from: positions only, whatever the numbers are. Which change with a number
// is in dependent_cells.h.
#pragma once

#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"

#include <vector>

namespace lab {

struct StageBlock {
    StageId stage = StageId::inputs;
    HeadIndex head = 0; ///< 0 for a stage that has no heads
    Block block;
    bool operator==(const StageBlock&) const = default;
};

struct ParameterBlock {
    ParameterId id = ParameterId::E;
    Block block;
    bool operator==(const ParameterBlock&) const = default;
};

struct Operands {
    std::vector<StageBlock> stages;
    std::vector<ParameterBlock> parameters;
};

/// What a cell's own stage reads for it: of a normalised row of queries or keys all that the row is computed
/// from. Same requirements as operands().
Operands read_by(const Experiment& experiment, const CellRef& cell);

/// The cells that an explanation covers: the cell itself, preceded by those it merely passes on. A pair of
/// tokens starts at its score; a copied number includes the one it is copied from. A dropped weight passes
/// nothing on.
std::vector<CellRef> chain_to(const Experiment& experiment, const CellRef& cell);

/// What a cell is computed from: what its stage reads for it, and the same for the cells that it passes on
/// (chain_to()). Its explanation names all of these, except for the sums in a normalised row other than its
/// own. The experiment must be valid, have tokens and has_cell() the cell.
Operands operands(const Experiment& experiment, const CellRef& cell);

} // namespace lab
