// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/cell_overrides.h"

#include "core/experiment/overrides.h"

#include <utility>

namespace lab {

Experiment with_override(const Experiment& experiment, const CellRef& cell, double value) {
    Override added{cell.stage, cell.head, cell.row, cell.column, value, {}};
    if (const Override* old = override_of(experiment, cell))
        added.unknown_keys = old->unknown_keys;
    Experiment next = without_override(experiment, cell);
    next.overrides.push_back(std::move(added));
    return next;
}

Experiment without_override(const Experiment& experiment, const CellRef& cell) {
    Experiment next = experiment;
    std::erase_if(next.overrides, [&](const Override& each) { return cell_of(each) == cell; });
    return next;
}

Experiment without_overrides(const Experiment& experiment) {
    Experiment next = experiment;
    next.overrides.clear();
    return next;
}

std::vector<Override> moved_overrides(std::vector<Override> overrides,
                                      const std::function<std::optional<Index>(Axis, Index)>& along) {
    std::vector<Override> moved;
    for (Override& each : overrides) {
        const auto row = along(info(each.stage).rows, each.row);
        const auto column = along(info(each.stage).columns, each.column);
        if (!row || !column)
            continue;
        each.row = *row;
        each.column = *column;
        moved.push_back(std::move(each));
    }
    return moved;
}

} // namespace lab
