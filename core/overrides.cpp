// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides.h"

#include <algorithm>
#include <tuple>

namespace lab {

namespace {

auto place(const Override& each) {
    return std::tuple(each.stage, each.head, each.row, each.column);
}

} // namespace

const Override* override_of(const Experiment& experiment, const CellRef& cell) {
    const auto& all = experiment.overrides;
    const auto last =
        std::find_if(all.rbegin(), all.rend(), [&](const Override& each) { return cell_of(each) == cell; });
    return last == all.rend() ? nullptr : &*last;
}

std::vector<const Override*> overrides_in_force(const Experiment& experiment) {
    std::vector<const Override*> all;
    for (const Override& each : experiment.overrides)
        all.push_back(&each);
    std::ranges::stable_sort(all, {}, [](const Override* each) { return place(*each); });
    // Of several overrides for one cell, which are now adjacent, keep the last.
    std::vector<const Override*> holding;
    for (const Override* each : all) {
        if (!holding.empty() && place(*holding.back()) == place(*each))
            holding.back() = each;
        else
            holding.push_back(each);
    }
    return holding;
}

void override_cells(const std::vector<Override>& overrides, StageId stage, HeadIndex head, const Block& at,
                    MatrixRef computed) {
    for (const Override& each : overrides) {
        const Index row = each.row - at.row;
        const Index column = each.column - at.column;
        if (each.stage == stage && each.head == head && row >= 0 && row < at.rows && column >= 0 &&
            column < at.columns)
            computed(row, column) = each.value;
    }
}

} // namespace lab
