// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/board_layout.h"

#include "core/experiment/captured_attention.h"

#include <algorithm>

namespace lab {

namespace {

int unitWidth(const BoardUnit& unit, int spacing) {
    return (unit.operation.isEmpty() ? 0 : unit.operation.width() + spacing) + unit.card.width();
}

/// The width of a unit and of those that join its row.
int groupWidth(const std::vector<BoardUnit>& units, std::size_t first, int spacing) {
    int width = unitWidth(units[first], spacing);
    for (std::size_t i = first + 1; i < units.size() && units[i].joinsPrevious && !units[i].inStrip; ++i)
        width += spacing + unitWidth(units[i], spacing);
    return width;
}

} // namespace

std::vector<StageId> boardStages(const Experiment& experiment) {
    if (is_empty(experiment))
        return {};
    std::vector<StageId> stages = telling_stages(experiment);
    if (experiment.heads.count == 1)
        std::erase(stages, StageId::concat);
    return stages;
}

BoardUnit boardUnit(StageId stage, QSize operation, QSize card) {
    return {operation, card, stage == StageId::scores || stage == StageId::weights,
            stage == StageId::keys || stage == StageId::values};
}

BoardArrangement arrange(const std::vector<BoardUnit>& units, int width, int margin, int spacing) {
    BoardArrangement result;
    result.places.resize(units.size());
    int x = margin;
    int y = margin;
    std::vector<std::size_t> row;
    const auto finishRow = [&] {
        int height = 0;
        for (const std::size_t i : row)
            height = std::max({height, units[i].card.height(), units[i].operation.height()});
        const bool isStrip = std::ranges::all_of(row, [&](std::size_t i) { return units[i].inStrip; });
        for (const std::size_t i : row) {
            BoardPlace& place = result.places[i];
            if (isStrip || !units[i].inStrip)
                place.card.setHeight(height);
            place.operation.moveTop(y + (height - place.operation.height()) / 2);
        }
        result.size.rheight() = y + height + margin;
        y += height + spacing;
        x = margin;
        row.clear();
    };
    const auto place = [&](std::size_t i) {
        const int operation = units[i].operation.isEmpty() ? 0 : units[i].operation.width() + spacing;
        result.places[i] = {QRect(QPoint(x, y), units[i].operation),
                            QRect(QPoint(x + operation, y), units[i].card)};
        const int end = result.places[i].card.right() + 1;
        result.size.rwidth() = std::max(result.size.width(), end + margin);
        x = end + spacing;
        row.push_back(i);
    };
    const auto firstWhole =
        static_cast<std::size_t>(std::ranges::find(units, false, &BoardUnit::inStrip) - units.begin());
    const auto fits = [&](int length) { return x + length + margin <= width; };
    for (std::size_t i = 0; i < units.size(); ++i) {
        const BoardUnit& unit = units[i];
        const int group = groupWidth(units, i, spacing);
        const bool full = !fits(unitWidth(unit, spacing));
        const bool parted = !unit.joinsPrevious && !fits(group) && 2 * margin + group <= width;
        const bool begins = !unit.inStrip && (unit.startsRow || parted || i == firstWhole);
        if (!row.empty() && (begins || full))
            finishRow();
        place(i);
    }
    if (!row.empty() || units.empty())
        finishRow();
    return result;
}

} // namespace lab
