// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a mask hides, and why.
#pragma once

#include "core/experiment/mask_rules.h"

#include <optional>
#include <vector>

namespace lab {

/// What the normalisers treat as hidden: a masked score of −∞, from a mask or not. For what texts call hidden
/// see core/describe/not_finite.h.
bool is_hidden(double masked_score);

bool is_padding(const Mask& mask, TokenIndex key);

/// Every rule that hides the key from the query, in the order of mask_rules().
std::vector<const MaskRule*> hiding_rules(const Experiment& experiment, TokenIndex query, TokenIndex key);

/// Those rules in words: "causal, and padding of key 3"; nullopt if none hides it.
std::optional<Said> rules_words(const Experiment& experiment, TokenIndex query, TokenIndex key);
std::optional<Said> rules_words(const Mask& mask, const FirstPositions& first, TokenIndex query,
                                TokenIndex key);

/// Every rule that is set.
std::vector<const MaskRule*> rules_of(const Mask& mask);

/// Those rules in words: "causal, window 1, padding, custom"; "no mask" if there is none.
Said mask_words(const Mask& mask);

/// Whether any rule may hide something.
bool has_mask(const Mask& mask);

} // namespace lab
