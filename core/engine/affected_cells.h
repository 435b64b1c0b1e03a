// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which computed cells an edit makes out of date. Which of them can change: explain/dependent_cells.h.
#pragma once

#include "core/engine/stage_table.h"

#include <span>
#include <vector>

namespace lab {

class AffectedCells {
public:
    /// `experiment` is the state after the change, with unchanged shapes. `overrides_before` are the
    /// overrides before the change.
    AffectedCells(const Experiment& experiment, const Dimensions& dimensions, const Change& change,
                  const std::vector<Override>& overrides_before);

    /// The cells of a stage that may have changed, and what is computed together with them (widened()).
    /// Blocks may overlap.
    std::span<const Block> cells(StageId stage, HeadIndex head) const { return m_cells(stage, head); }

private:
    void add(StageId stage, HeadIndex head, const Block& block);
    void add_overrides(const std::vector<Override>& before);
    void add_own(const StageInfo& stage, HeadIndex head, const Change& change);
    void add_rows_of_tokens(const StageInfo& stage, const Block& cells_of_table);
    Block whole(const StageInfo& stage) const;

    const Experiment& m_experiment;
    const Dimensions& m_d;
    StageTable<std::vector<Block>> m_cells;
};

} // namespace lab
