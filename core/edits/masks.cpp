// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/masks.h"

#include <algorithm>
#include <cstdlib>

namespace lab {

namespace {

bool is_at(const Override& each, const CellRef& cell) {
    return each.stage == cell.stage && each.head == cell.head && each.row == cell.row &&
           each.column == cell.column;
}

} // namespace

Experiment with_visibility(const Experiment& experiment, const Block& cells, bool visible) {
    Experiment next = experiment;
    const auto n_q = static_cast<Index>(experiment.sequence.tokens.size());
    const auto n_k = static_cast<Index>(key_tokens(experiment).size());
    Matrix custom = experiment.mask.custom ? *experiment.mask.custom : Matrix::Ones(n_q, n_k);
    custom.block(cells.row, cells.column, cells.rows, cells.columns).setConstant(visible ? 1 : 0);
    next.mask.custom = custom.minCoeff() == 1 ? nullptr : share(std::move(custom));
    return next;
}

std::vector<MaskRule> hiding_rules(const Mask& mask, TokenIndex query, TokenIndex key) {
    std::vector<MaskRule> rules;
    if (mask.causal && key > query)
        rules.push_back(MaskRule::causal);
    if (mask.window && std::abs(query - key) >= *mask.window)
        rules.push_back(MaskRule::window);
    if (std::ranges::find(mask.padding, key) != mask.padding.end())
        rules.push_back(MaskRule::padding);
    if (mask.custom && (*mask.custom)(query, key) == 0)
        rules.push_back(MaskRule::custom);
    return rules;
}

Experiment with_override(const Experiment& experiment, const CellRef& cell, double value) {
    Experiment next = without_override(experiment, cell);
    next.overrides.push_back({cell.stage, cell.head, cell.row, cell.column, value, nullptr});
    return next;
}

Experiment without_override(const Experiment& experiment, const CellRef& cell) {
    Experiment next = experiment;
    std::erase_if(next.overrides, [&](const Override& each) { return is_at(each, cell); });
    return next;
}

std::optional<double> override_of(const Experiment& experiment, const CellRef& cell) {
    const auto last = std::find_if(experiment.overrides.rbegin(), experiment.overrides.rend(),
                                   [&](const Override& each) { return is_at(each, cell); });
    return last == experiment.overrides.rend() ? std::nullopt : std::optional(last->value);
}

} // namespace lab
