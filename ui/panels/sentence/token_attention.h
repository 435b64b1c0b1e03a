// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which attention the sentence shows: what the token that is pointed at or inspected gives to the tokens, or
// gets from them.
#pragma once

#include "core/base/types.h"
#include "ui/selection/selection.h"

#include <optional>
#include <vector>

namespace lab {

class StageSource;

struct TokenAttention {
    struct Head {
        HeadIndex head = 0;
        /// One per token of `side`, or of the first ones if selection.knownWeights() says that no more are
        /// known.
        std::vector<double> weights;
    };

    InspectedToken of;          ///< the token that gives or gets
    Side side = Side::sentence; ///< of the tokens that the weights belong to
    bool gives = true;
    std::vector<Head> heads; ///< the shown head first
};

/// The largest number of heads that the sentence shows at once.
inline constexpr std::size_t mostHeadsOfToken = 4;

/// nullopt while no token is pointed at or inspected, or none of its weights is known yet. With one sentence,
/// selection.looking() says whether it gives or gets; with two, each token does only one of them.
std::optional<TokenAttention> tokenAttention(StageSource& stages, const Selection& selection);

} // namespace lab
