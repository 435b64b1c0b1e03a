// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tokens of a sentence under the hand, one by one. What stands to a token travels with it: rows of Q, K
// and V, rows and columns of the custom mask, padding, overrides.
#pragma once

#include "core/sentence.h"

namespace lab {

/// The sequence with other words for its tokens, one for each; what stands between them stays as it is, or is
/// a space everywhere where the tokens would otherwise be others. Even then they may be.
Sequence with_words(const Sequence& sequence, std::vector<std::string> words);

/// The experiment with a token in another place of its sequence: it stands at `to` afterwards. The text
/// follows: what stands between tokens stays where it is, and where the tokens would then be others, there is
/// a space between all of them.
Experiment with_token_moved(const Experiment& experiment, Side side, TokenIndex from, TokenIndex to);
/// The same without a token.
Experiment with_token_removed(const Experiment& experiment, Side side, TokenIndex token);
/// The same with a token twice, one after the other. What stood to it stands to the first.
Experiment with_token_duplicated(const Experiment& experiment, Side side, TokenIndex token);
/// The same with another word in a token's place, which may be several tokens, or none.
Experiment with_token_replaced(const Experiment& experiment, Side side, TokenIndex token,
                               const std::string& text);

} // namespace lab
