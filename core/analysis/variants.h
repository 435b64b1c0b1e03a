// SPDX-License-Identifier: GPL-3.0-or-later
//
// Variants of an experiment that differ in one setting, for comparing them side by side.
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/experiment.h"
#include "core/experiment/stage_id.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

enum class Variation {
    mask,
    scale,
    softcap,
    normalizer,
    temperature,
    sink,
    dropout,
    positions,
    rotary_layout,
    heads,
    norm
};

struct VariationInfo {
    Variation variation;
    std::string_view title;          ///< "Mask"
    Field field;                     ///< what differs between its variants
    std::span<const StageId> stages; ///< those that read it, so that they are the first to differ
};
std::span<const VariationInfo> all_variations();
const VariationInfo& info(Variation variation);
/// Those between whose variants something that the document tells may differ: of attention alone not those
/// that end before its masked scores, which are given.
std::vector<Variation> telling_variations(const Experiment& experiment);
/// Whether the numbers of a stage depend on what varies, so that they may differ between variants.
bool depends_on(StageId stage, Variation variation);

struct Variant {
    std::string name; ///< "causal", "÷ √2"
    Experiment experiment;
    bool is_present = false; ///< the experiment unchanged
};

struct Variants {
    std::vector<Variant> list; ///< exactly one is the present one
    std::string left_out;      ///< which variants are missing and why, as a sentence; empty if none are
};

/// The experiment with each option of the variation and everything else unchanged. Every variant is valid if
/// the experiment is:
///
///   - no mask, and the causal mask alone;
///   - the scale 1/√d_k, and 1 (not scaled);
///   - no softcap, and softcaps of 50 (Gemma 2's), and of 5 and 2, which small scores reach;
///   - every normaliser;
///   - temperatures from 0.25 to 4;
///   - no sink, and the one in use, or one of 0;
///   - no dropout, and three draws, the first of them with the experiment's seed; without dropout p = 0.1 and
///     the seed 0 take its place;
///   - no positions, sinusoidal ones, and the learned table if there is one;
///   - both layouts of rotary pairs, interleaved and half, with rotary positions;
///   - one head, and 2 to 4 heads that share the same numbers: the columns of W_Q, W_K and W_V (or of X, or
///     of Q, K and V) stay, and are split among more or fewer heads. Overrides of cells that no longer exist
///     are dropped;
///   - queries and keys not normalised, and by either kind of norm.
///
/// The experiment itself is added if it is none of these.
Variants variants_of(const Experiment& experiment, Variation variation);

} // namespace lab
