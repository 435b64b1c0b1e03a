// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which stages the board shows, and where they stand: arithmetic on sizes, so that it can be tested without a
// window.
#pragma once

#include "core/stage.h"

#include <QRect>
#include <QSize>

#include <vector>

namespace lab {

/// A card and the operation written before it: they are never parted.
struct BoardUnit {
    QSize operation; ///< empty where none is written
    QSize card;
    bool startsRow = false;
    bool joinsPrevious =
        false; ///< stays in the row of the unit before it, where a row has room for them together
};

struct BoardPlace {
    QRect operation, card;
};

struct BoardArrangement {
    std::vector<BoardPlace> places; ///< one a unit
    QSize size;                     ///< of all, margins included
};

/// The stages that are on the board, in order; none while a sentence has no tokens. One head needs no
/// concatenation.
std::vector<StageId> boardStages(const Experiment& experiment);

/// A stage of the board, with what rows there are by its place in the computation.
BoardUnit boardUnit(StageId stage, QSize operation, QSize card);

/// Fills rows from the left; a row ends before a unit that starts one, or where the width does. The tops of a
/// row's cards are in line, and its cards are equally high.
BoardArrangement arrange(const std::vector<BoardUnit>& units, int width, int margin, int spacing);

} // namespace lab
