// SPDX-License-Identifier: GPL-3.0-or-later
//
// What people compute by mistake: each mistake changes one step of the whole calculation.
#pragma once

#include "core/experiment/stage.h"

#include <bitset>
#include <cstddef>
#include <vector>

namespace lab {

/// In the order in which they are looked for.
enum class MistakeKind {
    other_stage,
    other_head,
    other_head_order,
    transposed,
    not_scaled,
    scaled_by_d_k,
    scaled_by_d_model,
    scaled_twice,
    normalised_over_queries,
    normalised_over_all,
    base_two,
    without_exponential,
    without_mask,
    masked_with_zero,
    weights_masked,
    weights_masked_and_normalised,
    without_bias,
    without_output_bias, ///< where others are used
    weights_transposed,
    queries_and_keys_exchanged,
    keys_for_values,
    without_position,
    without_rotation,
    without_alibi,
    without_temperature,
    sign_turned,
};
inline constexpr std::size_t mistake_kinds = std::size_t(MistakeKind::sign_turned) + 1;

struct Mistake {
    MistakeKind kind = MistakeKind::other_stage;
    StageId stage = StageId::inputs; ///< which one, for other_stage
    HeadIndex head = 0;              ///< which one, for other_head
    bool operator==(const Mistake&) const = default;
};

/// The numbers that somebody means to have.
struct Asked {
    StageId stage = StageId::output;
    HeadIndex head = 0; ///< read if the stage has heads
};

enum class NormalisedOver { keys, queries, all_cells };
enum class MaskUse { minus_infinity, zero, on_weights, on_weights_and_normalised };

/// A calculation, and which of its numbers are handed in: the document's, or changed by mistakes.
struct Recipe {
    Experiment experiment;
    NormalisedOver normalised_over = NormalisedOver::keys;
    bool has_base_two = false;
    MaskUse mask_use = MaskUse::minus_infinity;
    bool has_keys_for_values = false;

    Asked handed_in;
    bool has_any_head_order = false;
    bool is_transposed = false, is_negated = false;
};

/// One bit a stage.
using StageSet = std::bitset<std::size_t(StageId::output) + 1>;

/// The mistakes that are possible in this experiment, in order. It must be valid and have tokens.
std::vector<Mistake> possible_mistakes(const Experiment& experiment, const Asked& asked);

void make(const Mistake& mistake, Recipe& recipe);

/// The stages whose numbers may change; none for a mistake that changes only what is handed in.
StageSet affected_stages(MistakeKind kind);

/// The stage and all that it is computed from.
StageSet needed_stages(const Experiment& experiment, StageId stage);

/// Whether the mistake shows in a stage that is computed from these: whether it changes one of them. A mask
/// on the weights shows in them and not in the scores before, which are as without a mask.
bool shows_in(MistakeKind kind, const StageSet& needed);

/// Whether two mistakes are in the same step, of which only one can be made.
bool exclude_each_other(MistakeKind a, MistakeKind b);

} // namespace lab
