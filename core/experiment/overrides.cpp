// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/overrides.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lab {

namespace {

constexpr auto override_place = [](const Override* each) {
    return std::tuple(each->stage, each->head, each->row, each->column);
};

/// In order of their cells, and of several for one cell the last.
std::vector<const Override*> in_force(std::vector<const Override*> all) {
    if (!std::ranges::is_sorted(all, {}, override_place))
        std::ranges::stable_sort(all, {}, override_place);
    std::vector<const Override*> holding;
    holding.reserve(all.size());
    for (const Override* each : all) {
        if (!holding.empty() && override_place(holding.back()) == override_place(each))
            holding.back() = each;
        else
            holding.push_back(each);
    }
    return holding;
}

template<class Condition>
std::vector<const Override*> in_force_if(const Experiment& experiment, const Condition& is_wanted) {
    std::vector<const Override*> wanted; // the others are not sorted
    for (const Override& each : experiment.overrides) {
        if (is_wanted(each))
            wanted.push_back(&each);
    }
    return in_force(std::move(wanted));
}

} // namespace

const Override* override_of(const Experiment& experiment, const CellRef& cell) {
    const auto& all = experiment.overrides;
    const auto last =
        std::find_if(all.rbegin(), all.rend(), [&](const Override& each) { return cell_of(each) == cell; });
    return last == all.rend() ? nullptr : &*last;
}

std::vector<const Override*> overrides_in_force(const std::vector<Override>& overrides) {
    std::vector<const Override*> all;
    all.reserve(overrides.size());
    for (const Override& each : overrides)
        all.push_back(&each);
    return in_force(std::move(all));
}

std::vector<const Override*> overrides_in_force(const Experiment& experiment) {
    return overrides_in_force(experiment.overrides);
}

std::vector<const Override*> overrides_in_force(const Experiment& experiment, StageId stage) {
    return in_force_if(experiment, [stage](const Override& each) { return each.stage == stage; });
}

std::vector<const Override*> overrides_in_force(const Experiment& experiment, StageId stage, HeadIndex head) {
    return in_force_if(
        experiment, [stage, head](const Override& each) { return each.stage == stage && each.head == head; });
}

const Override* OverridesByCell::find(const CellRef& cell) const {
    const auto found = std::ranges::lower_bound(
        m_in_force, std::tuple(cell.stage, cell.head, cell.row, cell.column), {}, override_place);
    return found != m_in_force.end() && cell_of(**found) == cell ? *found : nullptr;
}

std::span<const Override* const> OverridesByCell::of(StageId stage, HeadIndex head) const {
    const auto matrix = [](const Override* each) { return std::tuple(each->stage, each->head); };
    const auto wanted = std::tuple(stage, head);
    return {std::ranges::lower_bound(m_in_force, wanted, {}, matrix),
            std::ranges::upper_bound(m_in_force, wanted, {}, matrix)};
}

std::span<const Override* const> OverridesByCell::of_row(StageId stage, HeadIndex head, Index row) const {
    const auto in_matrix = [](const Override* each) {
        return std::tuple(each->stage, each->head, each->row);
    };
    const auto wanted = std::tuple(stage, head, row);
    return {std::ranges::lower_bound(m_in_force, wanted, {}, in_matrix),
            std::ranges::upper_bound(m_in_force, wanted, {}, in_matrix)};
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
