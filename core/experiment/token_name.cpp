// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/token_name.h"

#include "core/base/text_limits.h"
#include "core/experiment/phrases.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace lab {

namespace {

/// Bytes of a word in a token's name: a longer one takes seconds to measure and adds nothing.
constexpr std::size_t longest_word = 120;

} // namespace

std::string TokenName::plain() const {
    return position.empty() ? word : word + "(" + position + ")";
}

Said TokenName::quoted() const {
    return position.empty() ? say(phrase::quoted, word) : say(phrase::quoted_at, word, position);
}

std::string short_word(const std::string& word) {
    return shortened(word, longest_word);
}

TokenName token_name(const Sequence& sentence, TokenIndex token) {
    const std::string& word = sentence.tokens[static_cast<std::size_t>(token)];
    return {short_word(word), std::ranges::count(sentence.tokens, word) == 1
                                  ? std::string()
                                  : std::to_string(sentence.offset + token + 1)};
}

std::vector<TokenName> token_names(const std::vector<std::string>& tokens, Index offset) {
    // Counted once: counting per token would take quadratic time.
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const std::string& word : tokens)
        ++counts[word];
    std::vector<TokenName> names;
    names.reserve(tokens.size());
    for (const std::string& word : tokens) {
        ++offset; // now as it is shown
        names.push_back({short_word(word), counts[word] == 1 ? std::string() : std::to_string(offset)});
    }
    return names;
}

} // namespace lab
