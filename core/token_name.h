// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a token of a sentence is called, wherever it is named: by its word, and by its position too where its
// sentence has that word more than once.
#pragma once

#include "core/types.h"

#include <string>
#include <vector>

namespace lab {

struct TokenName {
    std::string word;     ///< a long one shortened
    std::string position; ///< from 1, as chips count; empty where the word occurs once

    /// "sky", "the(3)": along axes and in formulas.
    std::string plain() const;
    /// "“sky”", "“the” (3)": in sentences.
    std::string quoted() const;
    bool operator==(const TokenName&) const = default;
};

/// The word itself; a long one shortened.
std::string short_word(const std::string& word);
TokenName token_name(const std::vector<std::string>& tokens, TokenIndex token);
/// The names of all tokens of a sentence, in order.
std::vector<TokenName> token_names(const std::vector<std::string>& tokens);

} // namespace lab
