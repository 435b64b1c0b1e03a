// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/mistakes.h"

#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/parameter.h"
#include "core/stages/05_scaled_scores.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {

namespace {

/// Mistakes that change the same thing; the others go together with any.
enum class Step { none, stage, head, scale, normalised_over, exponential, mask, bias };

struct MistakeInfo {
    MistakeKind kind;
    Step step;
    std::array<std::optional<StageId>, 4> changed; ///< the stages that are computed in another way
    bool (*is_possible)(const Experiment&);
    void (*make)(Recipe&);
};

bool always(const Experiment&) {
    return true;
}

template<double (*scale)(const Experiment&)>
void set_scale(Recipe& recipe) {
    recipe.experiment.scores.scale = scale(recipe.experiment);
}

template<double (*scale)(const Experiment&)>
bool is_other_scale(const Experiment& e) {
    return scale(e) != scale_factor(e.scores, dimensions(e).d_k);
}

double scale_of_one(const Experiment&) {
    return 1;
}

double scale_by_d_k(const Experiment& e) {
    return 1 / static_cast<double>(dimensions(e).d_k);
}

double scale_by_d_model(const Experiment& e) {
    return 1 / std::sqrt(static_cast<double>(dimensions(e).d_model));
}

double scale_squared(const Experiment& e) {
    const double once = scale_factor(e.scores, dimensions(e).d_k);
    return once * once;
}

bool has_softmax(const Experiment& e) {
    return normalizer(e).raises_e;
}

bool has_any_mask(const Experiment& e) {
    return has_mask(e.mask);
}

constexpr std::array all_biases{ParameterId::b_Q, ParameterId::b_K, ParameterId::b_V, ParameterId::b_O};
constexpr std::array input_projections{ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V};

bool has_bias_of(const Experiment& e, ParameterId id) {
    return is_read(e, id) && projection_matrix(e.projection, id);
}

bool has_bias(const Experiment& e) {
    return std::ranges::any_of(all_biases, [&](ParameterId id) { return has_bias_of(e, id); });
}

/// Alone, it is the whole of what a calculation without biases leaves out.
bool has_output_bias_among_others(const Experiment& e) {
    return has_bias_of(e, ParameterId::b_O) && std::ranges::any_of(all_biases, [&](ParameterId id) {
               return id != ParameterId::b_O && has_bias_of(e, id);
           });
}

void drop_biases(Recipe& recipe) {
    for (const ParameterId id : all_biases)
        projection_matrix(recipe.experiment.projection, id) = nullptr;
}

bool is_square(const MatrixPtr& matrix) {
    return matrix && matrix->rows() == matrix->cols();
}

bool is_linear(const Experiment& e) {
    return e.projection.kind == ProjectionKind::linear;
}

bool has_square_weights(const Experiment& e) {
    return is_linear(e) && std::ranges::any_of(input_projections, [&](ParameterId id) {
               return is_square(projection_matrix(e.projection, id));
           });
}

void transpose_weights(Recipe& recipe) {
    for (const ParameterId id : input_projections) {
        MatrixPtr& weights = projection_matrix(recipe.experiment.projection, id);
        if (is_square(weights))
            weights = share(weights->transpose());
    }
}

bool has_alike_queries_and_keys(const Experiment& e) {
    return is_linear(e) && e.heads.count == e.heads.kv_count;
}

using S = StageId;
using K = MistakeKind;
constexpr auto changes_nothing = [](Recipe&) {};

constexpr std::array<MistakeInfo, mistake_kinds> infos{{
    {K::other_stage, Step::stage, {}, always, changes_nothing},
    {K::other_head, Step::head, {}, always, changes_nothing},
    {K::other_head_order,
     Step::head,
     {},
     [](const Experiment& e) { return e.heads.count > 1; },
     [](Recipe& r) { r.has_any_head_order = true; }},
    {K::transposed, Step::none, {}, always, [](Recipe& r) { r.is_transposed = true; }},
    {K::not_scaled, Step::scale, {S::scaled_scores}, is_other_scale<scale_of_one>, set_scale<scale_of_one>},
    {K::scaled_by_d_k,
     Step::scale,
     {S::scaled_scores},
     is_other_scale<scale_by_d_k>,
     set_scale<scale_by_d_k>},
    {K::scaled_by_d_model,
     Step::scale,
     {S::scaled_scores},
     [](const Experiment& e) { return has_inputs(e) && is_other_scale<scale_by_d_model>(e); },
     set_scale<scale_by_d_model>},
    {K::scaled_twice,
     Step::scale,
     {S::scaled_scores},
     is_other_scale<scale_squared>,
     set_scale<scale_squared>},
    {K::normalised_over_queries,
     Step::normalised_over,
     {S::weights},
     always,
     [](Recipe& r) { r.normalised_over = NormalisedOver::queries; }},
    {K::normalised_over_all,
     Step::normalised_over,
     {S::weights},
     always,
     [](Recipe& r) { r.normalised_over = NormalisedOver::all_cells; }},
    {K::base_two, Step::exponential, {S::weights}, has_softmax, [](Recipe& r) { r.has_base_two = true; }},
    {K::without_exponential,
     Step::exponential,
     {S::weights},
     has_softmax,
     [](Recipe& r) { r.experiment.normalization.kind = NormalizationKind::sum; }},
    {K::without_mask,
     Step::mask,
     {S::masked_scores},
     has_any_mask,
     [](Recipe& r) { r.experiment.mask = {}; }},
    {K::masked_with_zero,
     Step::mask,
     {S::masked_scores},
     has_any_mask,
     [](Recipe& r) { r.mask_use = MaskUse::zero; }},
    {K::weights_masked,
     Step::mask,
     {S::masked_scores, S::weights},
     has_any_mask,
     [](Recipe& r) { r.mask_use = MaskUse::on_weights; }},
    {K::weights_masked_and_normalised,
     Step::mask,
     {S::masked_scores, S::weights},
     has_any_mask,
     [](Recipe& r) { r.mask_use = MaskUse::on_weights_and_normalised; }},
    {K::without_bias, Step::bias, {S::queries, S::keys, S::values, S::output}, has_bias, drop_biases},
    {K::without_output_bias,
     Step::bias,
     {S::output},
     has_output_bias_among_others,
     [](Recipe& r) { r.experiment.projection.b_O = nullptr; }},
    {K::weights_transposed,
     Step::none,
     {S::queries, S::keys, S::values},
     has_square_weights,
     transpose_weights},
    {K::queries_and_keys_exchanged,
     Step::none,
     {S::queries, S::keys},
     has_alike_queries_and_keys,
     [](Recipe& r) { std::swap(r.experiment.projection.W_Q, r.experiment.projection.W_K); }},
    {K::keys_for_values,
     Step::none,
     {S::values},
     [](const Experiment& e) { return dimensions(e).d_k == dimensions(e).d_v; },
     [](Recipe& r) { r.has_keys_for_values = true; }},
    {K::without_position,
     Step::none,
     {S::inputs, S::source_inputs},
     [](const Experiment& e) { return has_inputs(e) && e.embedding.position.kind != PositionKind::none; },
     [](Recipe& r) { r.experiment.embedding.position.kind = PositionKind::none; }},
    {K::without_rotation,
     Step::none,
     {S::queries, S::keys},
     [](const Experiment& e) { return e.scores.rotary; },
     [](Recipe& r) { r.experiment.scores.rotary = false; }},
    {K::without_alibi,
     Step::none,
     {S::scaled_scores},
     [](const Experiment& e) { return e.scores.bias == ScoreBias::alibi; },
     [](Recipe& r) { r.experiment.scores.bias = ScoreBias::none; }},
    {K::without_temperature,
     Step::none,
     {S::weights},
     [](const Experiment& e) { return temperature_of(e.normalization) != 1; },
     [](Recipe& r) { r.experiment.normalization.temperature = 1; }},
    {K::sign_turned, Step::none, {}, always, [](Recipe& r) { r.is_negated = true; }},
}};

const MistakeInfo& info(MistakeKind kind) {
    return infos[static_cast<std::size_t>(kind)];
}

std::size_t bit(StageId stage) {
    return static_cast<std::size_t>(stage);
}

} // namespace

std::vector<Mistake> possible_mistakes(const Experiment& experiment, const Asked& asked) {
    std::vector<Mistake> all;
    for (const MistakeInfo& each : infos) {
        if (!each.is_possible(experiment))
            continue;
        if (each.kind == MistakeKind::other_stage) {
            for (const StageInfo& stage : all_stages()) {
                if (stage.id != asked.stage && has_stage(experiment, stage.id))
                    all.push_back({each.kind, stage.id, 0});
            }
        } else if (each.kind == MistakeKind::other_head) {
            for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
                if (head != asked.head)
                    all.push_back({each.kind, {}, head});
            }
        } else {
            all.push_back({each.kind, {}, 0});
        }
    }
    return all;
}

void make(const Mistake& mistake, Recipe& recipe) {
    info(mistake.kind).make(recipe);
    if (mistake.kind == MistakeKind::other_stage)
        recipe.handed_in.stage = mistake.stage;
    else if (mistake.kind == MistakeKind::other_head)
        recipe.handed_in.head = mistake.head;
}

StageSet affected_stages(MistakeKind kind) {
    StageSet all;
    for (const std::optional<StageId>& changed : info(kind).changed) {
        if (changed)
            all.set(bit(*changed));
    }
    for (const StageInfo& stage : all_stages()) {
        const auto is_affected = [&](StageId read) { return all.test(bit(read)); };
        if (std::ranges::any_of(stage.reads, is_affected))
            all.set(bit(stage.id));
        // Where keys take the place of values, what changes the keys changes those, too.
        if (stage.id == StageId::values && is_affected(StageId::keys))
            all.set(bit(stage.id));
    }
    return all;
}

StageSet needed_stages(const Experiment& experiment, StageId stage) {
    StageSet all;
    all.set(bit(stage));
    for (auto each = all_stages().rbegin(); each != all_stages().rend(); ++each) {
        if (!all.test(bit(each->id)))
            continue;
        for (const StageId read : each->reads) {
            if (has_stage(experiment, read))
                all.set(bit(read));
        }
    }
    return all;
}

bool shows_in(MistakeKind kind, const StageSet& needed) {
    const auto& changed = info(kind).changed;
    const bool is_mask_on_weights =
        info(kind).step == Step::mask && std::ranges::find(changed, StageId::weights) != changed.end();
    return is_mask_on_weights ? needed.test(bit(StageId::weights)) : (affected_stages(kind) & needed).any();
}

bool exclude_each_other(MistakeKind a, MistakeKind b) {
    return a == b || (info(a).step == info(b).step && info(a).step != Step::none);
}

} // namespace lab
