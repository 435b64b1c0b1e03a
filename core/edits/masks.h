// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys hidden from queries with the custom mask, and why a key is hidden.
#pragma once

#include "core/experiment.h"
#include "core/mask_rules.h"

#include <optional>
#include <vector>

namespace lab {

/// The experiment with keys hidden from queries, or shown, in the custom mask; other rules still apply.
/// `cells` are of (n_q, n_k). A custom mask that hides nothing is removed.
Experiment with_visibility(const Experiment& experiment, const Block& cells, bool visible);

/// The experiment with a key hidden from every query, or no longer hidden.
Experiment with_padding(const Experiment& experiment, TokenIndex key, bool hidden);
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
