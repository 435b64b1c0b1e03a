// SPDX-License-Identifier: GPL-3.0-or-later
//
// The overrides of computed cells: which apply, and applying them.
#pragma once

#include "core/experiment/stage.h"

#include <span>
#include <vector>

namespace lab {

/// The override that applies to a cell: the last of several; null if there is none. It looks at all of them:
/// whoever asks for many cells takes OverridesByCell.
const Override* override_of(const Experiment& experiment, const CellRef& cell);
/// The overrides that apply, one per cell, in order of computation.
std::vector<const Override*> overrides_in_force(const Experiment& experiment);
std::vector<const Override*> overrides_in_force(const std::vector<Override>& overrides);
/// Those of one stage, head by head, or of one head of it; row by row.
std::vector<const Override*> overrides_in_force(const Experiment& experiment, StageId stage);
std::vector<const Override*> overrides_in_force(const Experiment& experiment, StageId stage, HeadIndex head);

/// The same, each found in a few steps however many there are. The experiment must outlive this and keep its
/// overrides.
class OverridesByCell {
public:
    explicit OverridesByCell(const Experiment& experiment) : m_in_force(overrides_in_force(experiment)) {}

    /// The override that applies to a cell; null if there is none.
    const Override* find(const CellRef& cell) const;
    /// Those that apply to a stage and head, or to a row of it.
    std::span<const Override* const> of(StageId stage, HeadIndex head) const;
    std::span<const Override* const> of_row(StageId stage, HeadIndex head, Index row) const;

private:
    std::vector<const Override*> m_in_force;
};

inline CellRef cell_of(const Override& each) {
    return {each.stage, each.head, each.row, each.column};
}

/// Replaces the overridden cells among `at` of a stage and head. Later stages see the result.
void override_cells(const std::vector<Override>& overrides, StageId stage, HeadIndex head, const Block& at,
                    MatrixRef computed);

} // namespace lab
