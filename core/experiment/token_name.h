// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of a token of a sentence: its word, and also its position if the sentence has that word more than
// once.
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <string>
#include <vector>

namespace lab {

struct TokenName {
    std::string word;     ///< shortened if it is long
    std::string position; ///< from 1, as on the token chips, plus the sentence's offset; empty if the word
                          ///< occurs once

    /// "sky", "the(3)": for axes and formulas.
    std::string plain() const;
    /// "“sky”", "“the” (3)": for sentences.
    Said quoted() const;
    bool operator==(const TokenName&) const = default;
};

/// The word, shortened if it is long.
std::string short_word(const std::string& word);
TokenName token_name(const Sequence& sentence, TokenIndex token);
/// The names of all tokens of a sentence, in order; its first is at position `offset`, from 0.
std::vector<TokenName> token_names(const std::vector<std::string>& tokens, Index offset);

} // namespace lab
