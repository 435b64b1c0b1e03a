// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which stages the board shows, and their layout. It is arithmetic on sizes, so that it can be tested without
// a window.
#pragma once

#include "core/experiment/stage.h"

#include <QRect>
#include <QSize>

#include <vector>

namespace lab {

/// A card and the operation before it, which always stay together.
struct BoardUnit {
    QSize operation; ///< empty where none is written
    QSize card;
    bool startsRow = false;
    bool joinsPrevious =
        false; ///< stays in the row of the previous unit, if a row has enough room for both of them together
    bool inStrip = false; ///< a thumbnail: above the rows, but after a whole card in its row
};

struct BoardPlace {
    QRect operation, card;
};

struct BoardArrangement {
    std::vector<BoardPlace> places; ///< one per unit
    QSize size;                     ///< total, including margins
};

/// The stages on the board, in order; none while a sentence has no tokens. With one head there is no
/// concatenation. Of attention that was captured, those from the masked scores to the weights.
std::vector<StageId> boardStages(const Experiment& experiment);

/// The unit of a stage. The stage's place in the computation decides which row it goes to.
BoardUnit boardUnit(StageId stage, QSize operation, QSize card);

/// Fills rows from the left, in the order of the units; the thumbnails before the first whole card have rows
/// of their own. A row ends before a unit that starts one, or where the width is used up. Cards in a row are
/// aligned at the top and equally tall, but for thumbnails among whole cards.
BoardArrangement arrange(const std::vector<BoardUnit>& units, int width, int margin, int spacing);

} // namespace lab
