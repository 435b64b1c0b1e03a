// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the menu of a matrix offers to cover its numbers: with questions, as an exercise, or without.
#pragma once

#include "core/describe/operands.h"
#include "ui/plots/heatmap/heatmap_mapping.h"

#include <functional>
#include <optional>

class QMenu;

namespace lab {

class LabDocument;
class Selection;

struct CoverPlace {
    StageId stage;
    HeadIndex head;
    /// The cell that is meant, or, with its row, the one of the sink; nullopt: the matrix.
    std::optional<StoredCell> cell;
    bool isCurrent = true; ///< false: the page still shows older numbers
};

/// Adds "Ask me", which begins an exercise; "Cover", which calls `cover` with what should be covered without
/// being asked for; and "Uncover" where something of the matrix is covered.
void addCoverActions(QMenu& menu, LabDocument& document, Selection& selection, const CoverPlace& at,
                     const std::function<void(const StageBlock&)>& cover);

} // namespace lab
