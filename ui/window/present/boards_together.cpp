// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/boards_together.h"

#include "core/experiment/stage.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/selection/selection.h"

namespace lab {

namespace {

void showAsOn(const Board& leader, Board& follower) {
    if (leader.alone())
        follower.showAlone(*leader.alone());
    else
        follower.showAll();
}

} // namespace

BoardsTogether::BoardsTogether(Board& first, Board& second, Selection& selection, QObject* parent)
    : QObject(parent), m_selection(selection) {
    second.setStages(first.stages());
    showAsOn(first, second);
    follow(first, second);
    follow(second, first);
    connect(&selection, &Selection::inspectedChanged, this, [this, &first, &second] {
        reveal(first);
        reveal(second);
    });
}

void BoardsTogether::follow(Board& leader, Board& follower) {
    connect(&leader, &Board::aloneChanged, this, [&leader, &follower] { showAsOn(leader, follower); });
    connect(&leader, &Board::stagesChanged, this,
            [&leader, &follower] { follower.setStages(leader.stages()); });
    for (const StageInfo& stage : all_stages()) {
        connect(&leader.card(stage.id)->heatmap(), &MatrixHeatmap::cursorMoved, this,
                [&leader, &follower, id = stage.id](StoredCell cell) {
                    MatrixHeatmap& heatmap = follower.card(id)->heatmap();
                    if (leader.isActiveWindow() && follower.alone() == id && heatmap.content().has(cell))
                        heatmap.setCursorCell(cell); // of a large matrix, the part around it is in sight
                });
    }
}

/// Scrolls a board to the inspected cell, but not in the active window: nothing may move under the pointer
/// there.
void BoardsTogether::reveal(Board& board) const {
    const auto& cell = m_selection.inspected();
    if (cell && board.isVisible() && !board.isActiveWindow())
        board.reveal(*cell);
}

} // namespace lab
