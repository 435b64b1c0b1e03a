// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells can change with one number of a parameter, or with one computed cell that is replaced by any
// finite number, while nothing else does. affected_cells.h answers for the recomputation, which may compute
// more than that.
//
// A cell is not among them if it keeps its number whatever the numbers are:
//   an overridden cell, a hidden score, the weight of a hidden key, a dropped weight, and what reads nothing
//     else
//   the only visible key's weight in a row, which is 1 unless each weight is a sigmoid or there is a sink
//   weights whose visible scores all change alike: softmax and sparsemax leave out what is added to all of a
//     row. A bias of the keys does that (without norm, softcap and rotation of its column), and so does
//     anything where all keys that a query sees are the same word with nothing that tells them apart
//   the output for weights that change where all values that they weigh are those of the same word, the
//     weights having a constant sum
//   a pair of queries or keys at position 0, which does not turn: its columns do not mix there
// Whether any other cell does change depends on the numbers: a weight of 0, say, passes nothing on. Infinite
// and undefined numbers are not considered.
#pragma once

#include "core/describe/operands.h"
#include "core/experiment/cell_set.h"
#include "core/experiment/change.h"

#include <memory>
#include <vector>

namespace lab {

/// Those cells of one stage and head that can change, and those that cannot, by the reason.
struct DependentMatrix {
    using Cells = std::shared_ptr<const CellSet>; ///< null: none

    StageId stage = StageId::inputs;
    HeadIndex head = 0; ///< 0 for a stage that has no heads
    CellSet cells;      ///< those that can change: at least one
    Cells overridden, hidden, dropped;
};

/// The matrices with cells that can change, in order of computation. The experiment must be valid, have
/// tokens and contain the number.
std::vector<DependentMatrix> dependent_cells(const Experiment& experiment, const ParameterCell& cell);
/// The same for a computed cell, in later stages.
std::vector<DependentMatrix> dependent_cells(const Experiment& experiment, const CellRef& cell);

/// The cells of all stages and heads that can change with a parameter's number, in order of computation:
/// dependent_cells() as blocks.
std::vector<StageBlock> dependents(const Experiment& experiment, const ParameterCell& cell);
/// The same for a computed cell, in later stages.
std::vector<StageBlock> dependents(const Experiment& experiment, const CellRef& cell);

/// Whether other cells may depend on a number after that change than before it. What is computed from what
/// does not depend on the numbers of a parameter, apart from an added −∞. While one is dragged in a large
/// document, that saves the time of asking.
bool may_change_dependents(const Change& change);

} // namespace lab
