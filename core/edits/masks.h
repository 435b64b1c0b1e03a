// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys hidden from queries with the custom mask, padding, and weights that are dropped at random. What a mask
// hides is asked in core/experiment/masks.h.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// The experiment with keys hidden from queries, or shown, in the custom mask; other rules still apply.
/// `cells` are of (n_q, n_k). A custom mask that hides nothing is removed.
Experiment with_visibility(const Experiment& experiment, const Block& cells, bool visible);

/// The experiment with a key hidden from every query, or no longer hidden.
Experiment with_padding(const Experiment& experiment, TokenIndex key, bool hidden);

/// The experiment with that dropout, or without. Overrides of weights after dropout go with it.
Experiment with_dropout(const Experiment& experiment, std::optional<Dropout> dropout);

} // namespace lab
