// SPDX-License-Identifier: GPL-3.0-or-later
//
// What belongs to tokens follows them to other places.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// For each new token, the index of the old one it continues, or −1.
using TokenOrigins = std::vector<TokenIndex>;
/// Of so many tokens, each continues itself.
TokenOrigins unmoved(std::size_t count);

/// Moves what belongs to the tokens of `experiment` to their places in `next`, which already has its
/// sequences: rows of given matrices, the mask, added scores, overrides, and what is wanted (`view.learn`).
/// See with_text().
Experiment with_tokens_moved(const Experiment& experiment, Experiment next, const TokenOrigins& queries,
                             const TokenOrigins& keys);

} // namespace lab
