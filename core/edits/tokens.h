// SPDX-License-Identifier: GPL-3.0-or-later
//
// Editing single tokens of a sequence. What belongs to a token moves with it: rows of Q, K and V, rows and
// columns of the custom mask, padding, overrides.
#pragma once

#include "core/edits/sentence.h"

namespace lab {

/// The sequence with other words for its tokens, one for each. The gaps between them stay, or all become
/// spaces if the tokens would otherwise differ. Even then they may differ.
Sequence with_words(const Sequence& sequence, std::vector<std::string> words);

/// The sequence with its first `count` tokens alone. Its text ends with them, or has a space between any two
/// if it would otherwise be split differently. Even then the tokens may differ.
Sequence with_first_words(const Sequence& sequence, std::size_t count);

/// The experiment with a token moved to index `to` of its sequence. The text follows: gaps between tokens
/// stay where they are, or all become spaces if the tokens would otherwise differ.
Experiment with_token_moved(const Experiment& experiment, Side side, TokenIndex from, TokenIndex to);
/// The same with a token removed.
Experiment with_token_removed(const Experiment& experiment, Side side, TokenIndex token);
/// The same with a token duplicated after itself. What belonged to it stays with the first copy.
Experiment with_token_duplicated(const Experiment& experiment, Side side, TokenIndex token);
/// The same with a token replaced by text, which may give several tokens, or none.
Experiment with_token_replaced(const Experiment& experiment, Side side, TokenIndex token,
                               const std::string& text);

} // namespace lab
