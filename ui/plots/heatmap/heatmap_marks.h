// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is highlighted in a heatmap, and what the selection highlights in each stage.
#pragma once

#include "core/experiment/stage_id.h"
#include "ui/plots/heatmap/heatmap_mapping.h"

#include <optional>
#include <vector>

namespace lab {

class Selection;

/// What is highlighted, in stored indices.
struct HeatmapMarkSet {
    std::optional<Index> row, column; ///< a token's whole row or column
    std::optional<StoredCell> inspected;
    std::vector<Block> operands = {};   ///< cells from which the hovered or inspected number is computed
    std::vector<Block> dependents = {}; ///< cells computed from the inspected number
    bool isEmpty() const { return *this == HeatmapMarkSet{}; }
    bool operator==(const HeatmapMarkSet&) const = default;
};

/// What is inspected, and what is linked to it, in a stage of a head.
HeatmapMarkSet marksOf(const Selection& selection, StageId stage, HeadIndex head);

} // namespace lab
