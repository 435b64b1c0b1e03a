// SPDX-License-Identifier: GPL-3.0-or-later
//
// QKᵀ multiplied by another number than the document's.
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/experiment/stage.h"
#include "core/stages/05_scaled_scores.h"

#include <cmath>

namespace lab {

namespace {

constexpr Phrase<1> scale_missing{"The scores are not scaled: {0}"};
constexpr Phrase<2> scale_of_d_k{"The scores are divided by d_k = {0}: {1}"};
constexpr Phrase<2> scale_of_d_model{"The scores are divided by √d_model = {0}: {1}"};
constexpr Phrase<1> scale_twice{"The scores are scaled twice, and should be once: {0}"};
constexpr Phrase<2> scale_up{"The scores are multiplied by √d_k = {0}: {1}"};
constexpr Phrase<2> scale_of_heads{
    "The scores are divided by √H = {0}, the root of the number of heads: {1}"};
constexpr Phrase<2> scale_of_whole_d_model{"The scores are divided by d_model = {0}: {1}"};

double of_size(Index size) {
    return static_cast<double>(size);
}

double scale_of_one(const Experiment&) {
    return 1;
}

double scale_by_d_k(const Experiment& e) {
    return 1 / of_size(dimensions(e).d_k);
}

double scale_by_root_of_d_model(const Experiment& e) {
    return 1 / std::sqrt(of_size(dimensions(e).d_model));
}

double scale_squared(const Experiment& e) {
    const double once = scale_factor(e.scores, dimensions(e).d_k);
    return once * once;
}

double scale_up_by_root(const Experiment& e) {
    return std::sqrt(of_size(dimensions(e).d_k));
}

double scale_by_root_of_heads(const Experiment& e) {
    return 1 / std::sqrt(of_size(e.heads.count));
}

double scale_by_d_model(const Experiment& e) {
    return 1 / of_size(dimensions(e).d_model);
}

template<double (*scale)(const Experiment&)>
void set_scale(Recipe& recipe, const Mistake&) {
    recipe.experiment.scores.scale = scale(recipe.experiment);
}

template<double (*scale)(const Experiment&)>
bool is_other_scale(const Experiment& e) {
    return scale(e) != scale_factor(e.scores, dimensions(e).d_k);
}

using K = MistakeKind;
constexpr ChangedStages at_scaling{StageId::scaled_scores};

constexpr std::array<MistakeInfo, 7> scaling_infos{{
    {K::not_scaled, "not_scaled", MistakeStep::scale, at_scaling, is_other_scale<scale_of_one>,
     set_scale<scale_of_one>,
     [](const Telling& t) { return say(scale_missing, scaling_words(t.experiment)); }, true},
    {K::scaled_by_d_k, "scaled_by_d_k", MistakeStep::scale, at_scaling, is_other_scale<scale_by_d_k>,
     set_scale<scale_by_d_k>,
     [](const Telling& t) {
         return say(scale_of_d_k, dimensions(t.experiment).d_k, scaling_words(t.experiment));
     },
     true},
    {K::scaled_by_d_model, "scaled_by_d_model", MistakeStep::scale, at_scaling,
     [](const Experiment& e) { return has_inputs(e) && is_other_scale<scale_by_root_of_d_model>(e); },
     set_scale<scale_by_root_of_d_model>,
     [](const Telling& t) {
         return say(scale_of_d_model, root_text(dimensions(t.experiment).d_model),
                    scaling_words(t.experiment));
     },
     true},
    {K::scaled_twice, "scaled_twice", MistakeStep::scale, at_scaling, is_other_scale<scale_squared>,
     set_scale<scale_squared>, [](const Telling& t) { return say(scale_twice, scaling_words(t.experiment)); },
     true},
    {K::scaled_up, "scaled_up", MistakeStep::scale, at_scaling, is_other_scale<scale_up_by_root>,
     set_scale<scale_up_by_root>,
     [](const Telling& t) {
         return say(scale_up, root_text(dimensions(t.experiment).d_k), scaling_words(t.experiment));
     }},
    {K::scaled_by_heads, "scaled_by_heads", MistakeStep::scale, at_scaling,
     [](const Experiment& e) { return e.heads.count > 1 && is_other_scale<scale_by_root_of_heads>(e); },
     set_scale<scale_by_root_of_heads>,
     [](const Telling& t) {
         return say(scale_of_heads, root_text(t.experiment.heads.count), scaling_words(t.experiment));
     }},
    {K::scaled_by_whole_d_model, "scaled_by_whole_d_model", MistakeStep::scale, at_scaling,
     [](const Experiment& e) { return has_inputs(e) && is_other_scale<scale_by_d_model>(e); },
     set_scale<scale_by_d_model>,
     [](const Telling& t) {
         return say(scale_of_whole_d_model, dimensions(t.experiment).d_model, scaling_words(t.experiment));
     }},
}};

} // namespace

std::span<const MistakeInfo> scaling_mistakes() {
    return scaling_infos;
}

} // namespace lab
