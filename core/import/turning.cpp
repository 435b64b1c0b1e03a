// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/turning.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array turnable_ids{ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, ParameterId::W_O,
                                  ParameterId::Q,   ParameterId::K,   ParameterId::V};

/// Sizes that have to agree; a parameter that the file lacks agrees with any.
class PlannedSizes {
public:
    explicit PlannedSizes(const ImportPlan& plan) : m_plan(plan) {}

    std::optional<Index> rows(ParameterId id) const {
        const PlannedParameter* parameter = planned(m_plan, id);
        return parameter ? std::optional(parameter->rows) : std::nullopt;
    }
    std::optional<Index> columns(ParameterId id) const {
        const PlannedParameter* parameter = planned(m_plan, id);
        return parameter ? std::optional(parameter->columns) : std::nullopt;
    }
    static bool agree(std::optional<Index> a, std::optional<Index> b) { return !a || !b || *a == *b; }

private:
    const ImportPlan& m_plan;
};

/// Whether the planned matrices can be multiplied as attention does.
bool fit_together(const ImportPlan& plan) {
    using enum ParameterId;
    const PlannedSizes sizes(plan);
    const bool is_given = plan.family->storage == Storage::given;
    const ParameterId q = is_given ? Q : W_Q;
    const ParameterId k = is_given ? K : W_K;
    const ParameterId v = is_given ? V : W_V;
    const auto agree = PlannedSizes::agree;
    const Index heads = plan.heads.count;
    const Index groups = plan.heads.kv_count;
    const Index queries = sizes.columns(q).value_or(0);
    const Index keys = sizes.columns(k).value_or(0);
    const Index values = sizes.columns(v).value_or(0);
    if (heads < 1 || groups < 1 || queries % heads != 0 || keys % groups != 0 || values % groups != 0 ||
        queries / heads != keys / groups)
        return false;
    const bool inputs_fit =
        is_given || (agree(sizes.rows(W_Q), sizes.rows(W_K)) && agree(sizes.columns(X), sizes.rows(W_Q)) &&
                     agree(sizes.columns(X_source), sizes.rows(W_Q)));
    return inputs_fit && agree(sizes.rows(k), sizes.rows(v)) && agree(sizes.columns(b_Q), queries) &&
           agree(sizes.columns(b_K), keys) && agree(sizes.columns(b_V), values) &&
           agree(sizes.rows(W_O), values / groups * heads) && agree(sizes.columns(b_O), sizes.columns(W_O));
}

bool choices_fit(const NamedArrays& arrays, const ImportChoices& choices) {
    const Result<ImportPlan> plan = import_plan(arrays, choices);
    return plan && fit_together(plan.value());
}

} // namespace

bool is_turnable(const ImportPlan& plan, std::size_t array) {
    return std::ranges::any_of(turnable_ids, [&](ParameterId id) {
        const PlannedParameter* parameter = planned(plan, id);
        return parameter && parameter->array == array;
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
