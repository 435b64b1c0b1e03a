// SPDX-License-Identifier: GPL-3.0-or-later
//
// An experiment beside itself with one thing different, as a lecture compares them.
#pragma once

#include "core/change.h"
#include "core/experiment.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

enum class Variation { mask, scale, normalizer, temperature, positions, heads };

struct VariationInfo {
    Variation variation;
    std::string_view title; ///< "Mask"
    Field field;            ///< what differs between its variants
};
std::span<const VariationInfo> all_variations();
const VariationInfo& info(Variation variation);

struct Variant {
    std::string name; ///< "causal", "÷ √2"
    Experiment experiment;
    bool is_present = false; ///< the experiment as it is
};

struct Variants {
    std::vector<Variant> list; ///< exactly one of them is the present one
    std::string left_out;      ///< what is missing among them and why, a sentence; empty: nothing is
};

/// The experiment with everything that the variation offers, each free of problems if it is, and otherwise as
/// it is:
///
///   - no mask, the causal mask alone;
///   - the scale 1/√d_k and none, which is 1;
///   - every normaliser;
///   - temperatures from 0.25 to 4;
///   - no positions, sinusoidal ones, and those of the table if there is one;
///   - one head, and 2 to 4 that share the same numbers: the columns of W_Q, W_K and W_V (or of X, or of Q, K
///     and V) stay, and are split among more heads or fewer. Overrides of cells that are gone go with them.
///
/// and as it is, where it is none of these.
Variants variants_of(const Experiment& experiment, Variation variation);

} // namespace lab
