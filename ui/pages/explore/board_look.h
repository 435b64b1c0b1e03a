// SPDX-License-Identifier: GPL-3.0-or-later
//
// The looks that the board can have: how large each card is, which matrices show their numbers, and which
// cards are folded to thumbnails. Without widgets, so that it can be tested without a window.
#pragma once

#include "core/base/types.h"
#include "core/experiment/stage_id.h"
#include "ui/pages/card_size.h"

#include <vector>

namespace lab {

struct BoardLook {
    std::vector<CardSize>
        cards; ///< one per stage on the board; thumbnails are in the strip on top, or between whole cards
    bool withoutOperations = false;     ///< the operations are not written between the cards
    bool controlsFolded = false;        ///< the controls on the cards take as little room as possible
    std::vector<StageId> unfolded = {}; ///< what the user has unfolded though there is no room
    bool operator==(const BoardLook&) const = default;
};

struct BoardMatrix {
    StageId stage;
    Index columns; ///< as shown
};

/// All looks worth trying, the best first: with fewer matrices that lose their numbers, then with fewer
/// folded cards, then with more decimals. Decimals, and then numbers, go from the widest matrices first, and
/// decimals from all matrices of the same kind together: scores, outputs, or queries, keys and values.
/// Cards fold in the order of the computation, but the masked scores before the scaled ones, and the head's
/// output last. The weights and the output never fold; looks in which they lose their numbers come after all
/// others. `thumbnail`: width in pixels. `keepsDecimals`: no decimals go, and the weights and the output keep
/// their numbers.
std::vector<BoardLook> looksInOrder(const std::vector<BoardMatrix>& matrices, int thumbnail,
                                    bool keepsDecimals);

/// The look with everything folded that can be.
BoardLook foldedLook(const std::vector<BoardMatrix>& matrices, int thumbnail);

/// The stages that fold and unfold together with this one, itself included. Empty if it never folds.
std::vector<StageId> foldsWith(StageId stage);

} // namespace lab
