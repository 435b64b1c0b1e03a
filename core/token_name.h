// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of a token of a sentence: its word, and also its position if the sentence has that word more than
// once.
#pragma once

#include "core/said.h"

#include <string>
#include <vector>

namespace lab {

struct TokenName {
    std::string word;     ///< shortened if it is long
    std::string position; ///< from 1, as on the token chips; empty if the word occurs once

    /// "sky", "the(3)": for axes and formulas.
    std::string plain() const;
    /// "“sky”", "“the” (3)": for sentences.
    Said quoted() const;
    bool operator==(const TokenName&) const = default;
};

/// The word, shortened if it is long.
std::string short_word(const std::string& word);
TokenName token_name(const std::vector<std::string>& tokens, TokenIndex token);
/// The names of all tokens of a sentence, in order.
std::vector<TokenName> token_names(const std::vector<std::string>& tokens);

} // namespace lab
