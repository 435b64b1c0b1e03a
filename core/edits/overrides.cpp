// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/overrides.h"

#include <algorithm>
#include <tuple>

namespace lab {

namespace {

auto place(const Override& fixed) {
    return std::tuple(fixed.stage, fixed.head, fixed.row, fixed.column);
}

} // namespace

const Override* override_of(const Experiment& experiment, const CellRef& cell) {
    const auto& all = experiment.overrides;
    const auto last =
        std::find_if(all.rbegin(), all.rend(), [&](const Override& each) { return cell_of(each) == cell; });
    return last == all.rend() ? nullptr : &*last;
}

Experiment with_override(const Experiment& experiment, const CellRef& cell, double value) {
    Override fixed{cell.stage, cell.head, cell.row, cell.column, value, {}};
    if (const Override* old = override_of(experiment, cell))
        fixed.unknown_keys = old->unknown_keys;
    Experiment next = without_override(experiment, cell);
    next.overrides.push_back(std::move(fixed));
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

} // namespace lab
