// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/token_name.h"

#include "core/base/text_limits.h"
#include "core/experiment/phrases.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lab {

namespace {

/// Bytes of a word in a token's name: a longer one takes seconds to measure and adds nothing.
constexpr std::size_t longest_word = 120;

/// Whether a word has what visible() writes for blanks.
bool has_signs(std::string_view word) {
    return word.find('\\') != std::string_view::npos || word.find("␣") != std::string_view::npos;
}

} // namespace

std::string TokenName::plain(Index first) const {
    return position ? word + "(" + std::to_string(first + *position) + ")" : word;
}

Said TokenName::quoted() const {
    return position ? say(phrase::quoted_at, word, Counted{*position}) : say(phrase::quoted, word);
}

std::string shown_word(const std::string& word) {
    return visible(shortened(word, longest_word));
}

TokenName token_name(const Sequence& sentence, TokenIndex token) {
    const std::string& word = sentence.tokens[static_cast<std::size_t>(token)];
    std::string shown = shown_word(word);
    // Others than the word itself are rarely shown like it, and take longer to compare.
    const bool is_alone = shown == word && !has_signs(word);
    const auto is_alike = [&](const std::string& other) {
        return other == word || (!is_alone && shown_word(other) == shown);
    };
    const bool has_others = std::ranges::count_if(sentence.tokens, is_alike) > 1;
    return {std::move(shown), has_others ? std::optional(sentence.offset + token) : std::nullopt};
}

std::vector<TokenName> token_names(const std::vector<std::string>& tokens, Index offset) {
    // Counted once: counting per token would take quadratic time.
    std::unordered_map<std::string_view, std::size_t> counts;
    std::vector<TokenName> names;
    names.reserve(tokens.size()); // so that the views of the words stay
    for (const std::string& word : tokens)
        ++counts[names.emplace_back(TokenName{shown_word(word), {}}).word];
    for (TokenName& name : names) {
        if (counts[name.word] > 1)
            name.position = offset;
        ++offset;
    }
    return names;
}

} // namespace lab
