// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/turning.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array turnable_ids{ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, ParameterId::W_O,
                                  ParameterId::Q,   ParameterId::K,   ParameterId::V};

/// Sizes that have to agree; one of a parameter that the file lacks agrees with any.
bool agree(std::optional<Index> a, std::optional<Index> b) {
    return !a || !b || *a == *b;
}

/// Whether the planned matrices can be multiplied as attention does.
bool fit_together(const ImportPlan& plan) {
    using enum ParameterId;
    const auto size = [&](ParameterId id, Index PlannedParameter::*of) {
        const PlannedParameter* parameter = planned(plan, id);
        return parameter ? std::optional(parameter->*of) : std::nullopt;
    };
    const auto rows = [&](ParameterId id) { return size(id, &PlannedParameter::rows); };
    const auto columns = [&](ParameterId id) { return size(id, &PlannedParameter::columns); };
    const bool is_given = plan.family->storage == Storage::given;
    const auto [q, k, v] = plan.family->parameters();
    const Index heads = plan.heads.count;
    const Index groups = plan.heads.kv_count;
    const Index queries = columns(q).value_or(0);
    const Index keys = columns(k).value_or(0);
    const Index values = columns(v).value_or(0);
    if (heads < 1 || groups < 1 || queries % heads != 0 || keys % groups != 0 || values % groups != 0 ||
        queries / heads != keys / groups)
        return false;
    const bool inputs_fit = is_given || (agree(rows(W_Q), rows(W_K)) && agree(columns(X), rows(W_Q)) &&
                                         agree(columns(X_source), rows(W_Q)));
    return inputs_fit && agree(rows(k), rows(v)) && agree(columns(b_Q), queries) &&
           agree(columns(b_K), keys) && agree(columns(b_V), values) &&
           agree(rows(W_O), values / groups * heads) && agree(columns(b_O), columns(W_O));
}

bool choices_fit(const NamedArrays& arrays, const ImportChoices& choices) {
    const Result<ImportPlan> plan = import_plan(arrays, choices);
    return plan && fit_together(plan.value());
}

} // namespace

bool is_turnable(const ImportPlan& plan, std::size_t array) {
    return std::ranges::any_of(turnable_ids, [&](ParameterId id) {
        const PlannedParameter* parameter = planned(plan, id);
        return parameter &&
               std::ranges::find(parameter->pieces, array, &ArrayPiece::array) != parameter->pieces.end();
    });
}

std::optional<ImportChoices> turned_round(const NamedArrays& arrays, const ImportPlan& plan,
                                          const ImportChoices& choices, std::size_t array) {
    if (!is_turnable(plan, array))
        return std::nullopt;
    const auto turn = [&](ImportChoices& next, std::size_t which) {
        next.transposed[plan.arrays[which].name] = !plan.arrays[which].transposed;
    };
    ImportChoices alone = choices;
    turn(alone, array);
    if (choices_fit(arrays, alone))
        return alone;
    ImportChoices all = choices;
    for (std::size_t i = 0; i < plan.arrays.size(); ++i) {
        if (is_turnable(plan, i))
            turn(all, i);
    }
    return choices_fit(arrays, all) ? std::optional(std::move(all)) : std::nullopt;
}

} // namespace lab
