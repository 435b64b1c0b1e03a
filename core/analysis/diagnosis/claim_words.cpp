// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/claim_words.h"

#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/parameter.h"
#include "core/experiment/phrases.h"

#include <array>
#include <cmath>
#include <span>

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

std::string rounded_text(double value) {
    constexpr int digits = 5; // √2 is 1.4142
    return written(value > 0 ? rounded_to_digits(value, digits) : value);
}

std::string root_text(Index number) {
    return rounded_text(std::sqrt(static_cast<double>(number)));
}

/// What to do with QKᵀ.
Said scaling(const Experiment& experiment) {
    if (!experiment.scores.scale)
        return say(phrase::divide_by_root, root_text(dimensions(experiment).d_k));
    return *experiment.scores.scale == 1 ? say(phrase::leave_unscaled)
                                         : say(phrase::multiply_by, written(*experiment.scores.scale));
}

Said normaliser(const Experiment& experiment) {
    return say(normalizer(experiment).raises_e ? phrase::softmax_is : phrase::normaliser_is);
}

/// A weight or bias, and the stage that is computed with it.
struct MissedMatrix {
    ParameterId id;
    StageId in;
};
constexpr std::array missed_weights{MissedMatrix{ParameterId::W_Q, StageId::queries},
                                    MissedMatrix{ParameterId::W_K, StageId::keys},
                                    MissedMatrix{ParameterId::W_V, StageId::values}};
constexpr std::array missed_biases{
    MissedMatrix{ParameterId::b_Q, StageId::queries}, MissedMatrix{ParameterId::b_K, StageId::keys},
    MissedMatrix{ParameterId::b_V, StageId::values}, MissedMatrix{ParameterId::b_O, StageId::output}};

/// The stages in which a mistake with weights or biases can be seen: of the numbers given, those that are
/// needed; all, if another mistake of the claim puts one matrix in another one's place.
StageSet seen_stages(const Experiment& experiment, const Asked& asked, const Claim& claim) {
    StageId given = asked.stage;
    for (const Mistake& each : claim.mistakes) {
        if (each.kind == MistakeKind::other_stage)
            given = each.stage;
        if (each.kind == MistakeKind::keys_for_values || each.kind == MistakeKind::queries_and_keys_exchanged)
            return StageSet().set();
    }
    return needed_stages(experiment, given);
}

/// At least one: of those that are not seen, if none is.
std::vector<Said> missed_names(const Experiment& experiment, std::span<const MissedMatrix> all,
                               const StageSet& seen, bool (*counts)(const Matrix&)) {
    std::vector<Said> names;
    for (const StageSet& stages : {seen, StageSet().set()}) {
        for (const MissedMatrix& each : all) {
            const MatrixPtr& matrix = projection_matrix(experiment.projection, each.id);
            if (matrix && is_read(experiment, each.id) && stages.test(static_cast<std::size_t>(each.in)) &&
                counts(*matrix))
                names.push_back(say(phrase::just, std::string(info(each.id).name)));
        }
        if (!names.empty())
            break;
    }
    return names;
}

Said bias_words(const Experiment& experiment, const StageSet& seen) {
    std::vector<Said> names =
        missed_names(experiment, missed_biases, seen, [](const Matrix&) { return true; });
    const bool is_one = names.size() == 1;
    return say(is_one ? phrase::bias_missing : phrase::biases_missing,
               list_of(std::move(names), phrase::last_of_names));
}

Said transposed_words(const Experiment& experiment, const StageSet& seen, Notation notation) {
    std::vector<Said> names = missed_names(experiment, missed_weights, seen, [](const Matrix& weights) {
        return weights.rows() == weights.cols();
    });
    return say(notation == Notation::rows ? phrase::weights_are_transposed
                                          : phrase::weights_of_columns_are_transposed,
               list_of(std::move(names), phrase::last_of_names));
}

Said other_stage_words(const Experiment& experiment, const Mistake& mistake, StageId asked) {
    return is_before_scaling(experiment, mistake, asked)
               ? say(phrase::before_scaling, scaling(experiment))
               : say(phrase::other_stage, plural_of(mistake.stage), plural_of(asked));
}

Said order_words(const std::vector<HeadIndex>& order, Index first) {
    std::vector<Said> heads;
    heads.reserve(order.size());
    for (const HeadIndex head : order)
        heads.push_back(say(phrase::just, head + first));
    return say(phrase::other_head_order, list_of(std::move(heads), phrase::and_so_on));
}

Said scale_words(const Experiment& e, MistakeKind kind) {
    switch (kind) {
    case MistakeKind::scaled_by_d_k:
        return say(phrase::scale_of_d_k, dimensions(e).d_k, scaling(e));
    case MistakeKind::scaled_by_d_model:
        return say(phrase::scale_of_d_model, root_text(dimensions(e).d_model), scaling(e));
    case MistakeKind::scaled_twice:
        return say(phrase::scale_twice, scaling(e));
    default:
        return say(phrase::scale_missing, scaling(e));
    }
}

Said mistake_words(const Experiment& e, const Asked& asked, const Claim& claim, const Mistake& mistake,
                   const Naming& naming) {
    switch (mistake.kind) {
    case MistakeKind::other_stage:
        return other_stage_words(e, mistake, asked.stage);
    case MistakeKind::other_head:
        return say(phrase::other_head, mistake.head + naming.first, asked.head + naming.first);
    case MistakeKind::other_head_order:
        return order_words(claim.head_order, naming.first);
    case MistakeKind::transposed:
        return say(phrase::exchanged_axes);
    case MistakeKind::not_scaled:
    case MistakeKind::scaled_by_d_k:
    case MistakeKind::scaled_by_d_model:
    case MistakeKind::scaled_twice:
        return scale_words(e, mistake.kind);
    case MistakeKind::normalised_over_queries:
        return say(phrase::over_queries.in(naming.notation), normaliser(e));
    case MistakeKind::normalised_over_all:
        return say(phrase::over_all_cells.in(naming.notation), normaliser(e));
    case MistakeKind::base_two:
        return say(phrase::with_base_two);
    case MistakeKind::without_exponential:
        return say(phrase::no_exponential);
    case MistakeKind::without_mask:
        return say(phrase::mask_missing, text_of(mask_words(e.mask)));
    case MistakeKind::masked_with_zero:
        return say(phrase::mask_of_zeros);
    case MistakeKind::weights_masked:
        return say(phrase::mask_on_weights);
    case MistakeKind::weights_masked_and_normalised:
        return say(phrase::mask_on_weights_normalised);
    case MistakeKind::without_bias:
        return bias_words(e, seen_stages(e, asked, claim));
    case MistakeKind::without_output_bias:
        return say(phrase::bias_missing, std::string(info(ParameterId::b_O).name));
    case MistakeKind::weights_transposed:
        return transposed_words(e, seen_stages(e, asked, claim), naming.notation);
    case MistakeKind::queries_and_keys_exchanged:
        return say(phrase::queries_for_keys);
    case MistakeKind::keys_for_values:
        return say(phrase::keys_as_values);
    case MistakeKind::without_position:
        return say(phrase::position_missing);
    case MistakeKind::without_rotation:
        return say(phrase::rotation_missing);
    case MistakeKind::without_alibi:
        return say(phrase::alibi_missing);
    case MistakeKind::without_temperature:
        return say(phrase::temperature_missing, written(e.normalization.temperature));
    case MistakeKind::sign_turned:
        return say(phrase::other_sign);
    }
    return {};
}

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
        return mistake_words(experiment, asked, claim, claim.mistakes[i], naming);
    };
    return claim.mistakes.size() == 1 ? words(0) : say(phrase::two_mistakes, words(0), words(1));
}

} // namespace lab
