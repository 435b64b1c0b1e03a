// SPDX-License-Identifier: GPL-3.0-or-later
//
// What people compute by mistake: each mistake changes one step of the whole calculation.
#pragma once

#include "core/analysis/diagnosis/shared_weights.h"
#include "core/experiment/stage.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lab {

/// In the order in which they are looked for, and in which two are made: what changes parameters comes before
/// what reads them.
enum class MistakeKind {
    other_stage,
    other_head,
    other_head_order,
    without_mask,
    mask_upside_down, ///< of symmetric scores, the same as transposed, and likelier
    transposed,
    // Scaling
    not_scaled,
    scaled_by_d_k,
    scaled_by_d_model, ///< divided by its root
    scaled_twice,
    scaled_up,               ///< multiplied by √d_k
    scaled_by_heads,         ///< divided by √H
    scaled_by_whole_d_model, ///< divided by d_model
    // Normalising
    normalised_over_queries,
    normalised_over_all,
    normalised_over_heads,
    base_two,
    without_exponential,
    softmax_twice,
    log_softmax,
    not_divided,
    softmax_instead,
    without_sink,
    // Masks
    masked_with_zero,
    weights_masked,
    weights_masked_and_normalised,
    mask_inverted,
    mask_added,        ///< 1 added where a key may be seen
    hidden_mask_added, ///< 1 added where it may not
    mask_multiplied,
    diagonal_hidden,
    one_too_many,
    top_left_mask,
    without_causal,
    without_window,
    without_padding,
    without_custom_mask,
    with_causal,
    with_padding,
    // Projections
    without_bias,
    without_output_bias, ///< where others are used
    without_input_biases,
    without_query_bias,
    without_key_bias,
    without_value_bias,
    other_query_bias, ///< by its place among those of queries, keys and values
    other_key_bias,
    other_value_bias,
    query_and_key_biases_exchanged,
    key_and_value_biases_exchanged,
    query_and_value_biases_exchanged,
    weights_transposed,
    all_weights_transposed,
    query_weights_transposed,
    key_weights_transposed,
    value_weights_transposed,
    output_weights_transposed,
    queries_and_keys_exchanged,
    keys_and_values_exchanged,
    queries_and_values_exchanged,
    fused_by_head,
    fused_by_kind,
    fused_shifted,
    fused_shifted_back,
    keys_for_values,
    // Positions and what else changes the scores
    without_position,
    without_rotation,
    other_rotary_layout,
    only_queries_rotated,
    only_keys_rotated,
    other_rotary_base,
    with_rotation,
    without_alibi,
    with_alibi,
    without_added_scores,
    without_softcap,
    without_norm,
    without_temperature,
    // Heads
    kv_heads_tiled,
    heads_split_by_reshape,
    heads_merged_by_reshape,
    heads_split_interleaved,
    heads_merged_interleaved,
    weights_transposed_at_values,
    // Numbers
    sign_turned,
    rounded_on_the_way,
    other_factor,
    small_stand_in,
    stand_in_added,
    other_alibi_slopes,
    dropout_left_on,
};
inline constexpr std::size_t mistake_kinds = std::size_t(MistakeKind::dropout_left_on) + 1;

struct Mistake {
    MistakeKind kind = MistakeKind::other_stage;
    StageId stage = StageId::inputs; ///< which one, for other_stage and rounded_on_the_way
    HeadIndex head = 0;              ///< which one, for other_head
    double value = 0;                ///< the factor, base, rate or whatever else one is tried or fitted for
    bool operator==(const Mistake&) const = default;
};

/// The numbers that somebody means to have.
struct Asked {
    StageId stage = StageId::output;
    HeadIndex head = 0;      ///< read if the stage has heads
    bool is_average = false; ///< the average over all heads instead, if the stage has heads
};

enum class NormalisedOver { keys, queries, all_cells, heads };
enum class AfterNormalising { nothing, softmax, logarithm };
/// How the mask enters: as −∞ in place of a score, as another number there, as a matrix of two numbers that
/// is added to the scores or multiplied into them, or on the weights.
enum class MaskUse { minus_infinity, put, added, multiplied, on_weights, on_weights_and_normalised };
/// The weights of a query all of whose keys are hidden: 0 here, NaN where 0 is divided by 0, equal where a
/// large finite number stands in place of −∞.
enum class HiddenRows { zero, nan, equal };

/// Where the heads are in a matrix of all of them: one beside the other, one below the other in the order of
/// their numbers, or column by column in turn.
enum class HeadLayout { side_by_side, by_reshape, interleaved };

/// For queries, keys and values, which block of the columns of W_Q, W_K and W_V side by side each head has.
using FusedBlocks = std::array<std::vector<Index>, 3>;

/// Which numbers of a calculation are handed in, and how.
struct HandedIn {
    Asked asked;
    bool has_any_head_order = false;
    bool is_transposed = false, is_negated = false;
};

/// A calculation, and what is handed in of it: the document's, or changed by mistakes.
struct Recipe : HandedIn {
    Experiment experiment;
    NormalisedOver normalised_over = NormalisedOver::keys;
    bool has_base_two = false;
    AfterNormalising after = AfterNormalising::nothing;
    bool is_divided = true;        ///< by the sum of a row's parts
    bool subtracts_largest = true; ///< read if it is not divided
    MaskUse mask_use = MaskUse::minus_infinity;
    double hidden_number = 0;  ///< what is put, added or multiplied by where a key is hidden
    double visible_number = 0; ///< what is added or multiplied by elsewhere
    HiddenRows hidden_rows = HiddenRows::zero;
    HiddenRows hidden_in_all_heads = HiddenRows::nan; ///< of a cell, where heads are normalised over
    bool has_keys_for_values = false;
    std::optional<StageId> unrotated; ///< queries or keys, where only the others are rotated
    std::optional<StageId> rounded;   ///< a stage whose numbers are rounded before they are used
    int decimals = 0;                 ///< of these
    HeadLayout heads_split = HeadLayout::side_by_side;  ///< of queries, keys and values
    HeadLayout heads_merged = HeadLayout::side_by_side; ///< of the heads' outputs
    std::optional<FusedBlocks> fused; ///< if the three are read from one matrix in another order
    std::shared_ptr<SharedWeights> weights = std::make_shared<SharedWeights>();
    bool are_weights_transposed = false; ///< where they meet the values
};

/// One bit a stage.
using StageSet = std::bitset<std::size_t(StageId::output) + 1>;

/// The mistakes that are possible in this experiment, in order, each with every value that is tried; those
/// whose value is fitted to given numbers are not among them. It must be valid and have tokens.
std::vector<Mistake> possible_mistakes(const Experiment& experiment, const Asked& asked);
/// Those whose value is fitted, with value 0.
std::vector<Mistake> fitted_mistakes(const Experiment& experiment);

void make(const Mistake& mistake, Recipe& recipe);

/// "not_scaled"
std::string_view key_of(MistakeKind kind);

/// Whether it is one of the common ones, two of which are looked for together; at most 25.
bool is_common(MistakeKind kind);

/// The stages whose numbers may change; none for a mistake that changes only what is handed in.
StageSet affected_stages(const Mistake& mistake);

/// The stage and all that it is computed from.
StageSet needed_stages(const Experiment& experiment, StageId stage);

/// Whether the mistake shows in a stage that is computed from these: whether it changes one of them. A mask
/// on the weights shows in them and not in the scores before, which are as without a mask.
bool shows_in(const Mistake& mistake, const StageSet& needed);

/// Whether two mistakes are in the same step, of which only one can be made.
bool exclude_each_other(MistakeKind a, MistakeKind b);

} // namespace lab
