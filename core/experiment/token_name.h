// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of a token of a sentence: its word as it is shown, and also its position if the sentence shows
// that word more than once. Names are for people: what is read back keeps the token itself.
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <optional>
#include <string>
#include <vector>

namespace lab {

struct TokenName {
    std::string word; ///< as shown_word() writes it
    std::optional<Index>
        position; ///< from 0, plus the sentence's offset; absent if no other token is shown so

    /// "sky", "the(3)": for axes and formulas. `first`: what the first position counts as.
    std::string plain(Index first = first_in_window) const;
    /// "“sky”", "“the” (3)": for sentences.
    Said quoted() const;
    bool operator==(const TokenName&) const = default;
};

/// The word as it is shown everywhere: shortened if it is long, and visible() if it has white space or
/// nothing else.
std::string shown_word(const std::string& word);
TokenName token_name(const Sequence& sentence, TokenIndex token);
/// The names of all tokens of a sentence, in order; its first is at position `offset`, from 0.
std::vector<TokenName> token_names(const std::vector<std::string>& tokens, Index offset);

} // namespace lab
