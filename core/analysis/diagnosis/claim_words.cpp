// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/claim_words.h"

#include "core/analysis/diagnosis/mistake_info.h"
#include "core/experiment/phrases.h"

#include <array>

namespace lab {

namespace {

struct StageNouns {
    Phrase<0> many, one;
};

constexpr std::array<StageNouns, std::size_t(StageId::output) + 1> stage_nouns{{
    {phrase::many_inputs, phrase::one_input},
    {phrase::many_source_inputs, phrase::one_input},
    {phrase::many_queries, phrase::one_query},
    {phrase::many_keys, phrase::one_key},
    {phrase::many_values, phrase::one_value},
    {phrase::many_scores, phrase::one_score},
    {phrase::many_scaled_scores, phrase::one_scaled_score},
    {phrase::many_masked_scores, phrase::one_masked_score},
    {phrase::many_weights, phrase::one_weight},
    {phrase::many_dropped_weights, phrase::one_dropped_weight},
    {phrase::many_head_outputs, phrase::one_head_output},
    {phrase::many_concatenated, phrase::one_concatenation},
    {phrase::many_outputs, phrase::one_output},
}};

} // namespace

Said plural_of(StageId stage) {
    return say(stage_nouns[static_cast<std::size_t>(stage)].many);
}

Said singular_of(StageId stage) {
    return say(stage_nouns[static_cast<std::size_t>(stage)].one);
}

/// Whether nothing but the scaling is missing from the scores that are handed in.
bool is_before_scaling(const Experiment& experiment, const Mistake& mistake, StageId asked) {
    const Scores& scores = experiment.scores;
    return mistake.kind == MistakeKind::other_stage && mistake.stage == StageId::scores &&
           asked == StageId::scaled_scores && !scores.softcap && scores.bias == ScoreBias::none &&
           scores.additive.empty();
}

Said claim_words(const Experiment& experiment, const Asked& asked, const Claim& claim, const Naming& naming) {
    const auto words = [&](std::size_t i) {
        const Mistake& mistake = claim.mistakes[i];
        return info(mistake.kind).words({experiment, asked, claim, mistake, naming});
    };
    return claim.mistakes.size() == 1 ? words(0) : say(phrase::two_mistakes, words(0), words(1));
}

} // namespace lab
