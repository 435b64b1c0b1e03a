// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which numbers a cell is made from, and which are made from a parameter: where they stand, whatever their
// values are.
#pragma once

#include "core/parameter.h"
#include "core/stage.h"

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

/// What its own stage reads for a cell. The experiment and the cell as for operands().
Operands read_by(const Experiment& experiment, const CellRef& cell);

/// What the explanation of a cell names: what its stage reads for it, and for the cells that it carries on
/// (chain_to) what theirs do. The experiment is free of problems and has tokens; the cell is in it.
Operands operands(const Experiment& experiment, const CellRef& cell);

/// The cells of all stages and heads that are computed from a number of a parameter, in the order of the
/// computation; blocks of a stage and head may overlap.
std::vector<StageBlock> dependents(const Experiment& experiment, const ParameterCell& cell);
/// The same of the later stages for a computed cell.
std::vector<StageBlock> dependents(const Experiment& experiment, const CellRef& cell);

} // namespace lab
