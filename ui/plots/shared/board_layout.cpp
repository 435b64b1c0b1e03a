// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/board_layout.h"

#include <algorithm>

namespace lab {

namespace {

/// The width of a unit and of those that join its row.
int groupWidth(const std::vector<BoardUnit>& units, std::size_t first, int spacing) {
    int width = 0;
    for (std::size_t i = first; i < units.size() && (i == first || units[i].joinsPrevious); ++i) {
        const BoardUnit& unit = units[i];
        width += (i == first ? 0 : spacing) +
                 (unit.operation.isEmpty() ? 0 : unit.operation.width() + spacing) + unit.card.width();
    }
    return width;
}

} // namespace

std::vector<StageId> boardStages(const Experiment& experiment) {
    std::vector<StageId> stages;
    if (is_empty(experiment))
        return stages;
    for (const StageInfo& stage : all_stages()) {
        const bool single = stage.id == StageId::concat && experiment.heads.count == 1;
        if (has_stage(experiment, stage.id) && !single)
            stages.push_back(stage.id);
    }
    return stages;
}

BoardUnit boardUnit(StageId stage, QSize operation, QSize card) {
    return {operation, card, stage == StageId::scores || stage == StageId::weights,
            stage == StageId::keys || stage == StageId::values};
}

BoardArrangement arrange(const std::vector<BoardUnit>& units, int width, int margin, int spacing) {
    BoardArrangement result;
    int x = margin;
    int y = margin;
    int rowHeight = 0;
    std::size_t rowStart = 0;
    const auto finishRow = [&](std::size_t end) {
        for (std::size_t i = rowStart; i < end; ++i) {
            BoardPlace& place = result.places[i];
            place.card.setHeight(rowHeight);
            place.operation.moveTop(y + (rowHeight - place.operation.height()) / 2);
        }
        result.size.rheight() = y + rowHeight + margin;
        y += rowHeight + spacing;
        x = margin;
        rowHeight = 0;
        rowStart = end;
    };
    for (std::size_t i = 0; i < units.size(); ++i) {
        const BoardUnit& unit = units[i];
        const int operation = unit.operation.isEmpty() ? 0 : unit.operation.width() + spacing;
        const bool full = x + operation + unit.card.width() + margin > width;
        const bool parted = !unit.joinsPrevious && x + groupWidth(units, i, spacing) + margin > width &&
                            margin + groupWidth(units, i, spacing) + margin <= width;
        if (i > rowStart && (unit.startsRow || full || parted))
            finishRow(i);
        BoardPlace place;
        place.operation = QRect(QPoint(x, y), unit.operation);
        place.card = QRect(QPoint(x + operation, y), unit.card);
        result.places.push_back(place);
        x = place.card.right() + 1 + spacing;
        rowHeight = std::max({rowHeight, unit.card.height(), unit.operation.height()});
        result.size.rwidth() = std::max(result.size.width(), place.card.right() + 1 + margin);
    }
    finishRow(units.size());
    return result;
}

} // namespace lab
