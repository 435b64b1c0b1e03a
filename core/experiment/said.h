// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the core says, as data: which phrase, and what to put into it. core/experiment/phrases.h lists the
// phrases; text_of() makes text.
#pragma once

#include "core/base/types.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lab {

/// How many places a template has: {0}, {1} and so on up to {9}, in any order and as often as wanted. −1 if
/// one is left out, or if there is any other brace.
constexpr int places_in(std::string_view text) {
    unsigned seen = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '}')
            return -1;
        if (text[i] != '{')
            continue;
        const std::string_view place = text.substr(i, 3);
        if (place.size() != 3 || place[1] < '0' || place[1] > '9' || place[2] != '}')
            return -1;
        seen |= 1U << (place[1] - '0');
        i += 2;
    }
    return std::has_single_bit(seen + 1) ? std::countr_one(seen) : -1;
}

/// A template for a sentence or a part of one. Does not compile if its places are not those of that many
/// arguments.
template<int arguments>
struct Phrase {
    const char* text;

    consteval Phrase(const char* with_places) : text(with_places) {
        if (places_in(with_places) != arguments)
            throw "a template has other places than arguments";
    }
};

/// A text as a template's argument.
template<std::size_t size>
struct PhraseText {
    char chars[size] = {};

    consteval PhraseText() = default;
    consteval PhraseText(const char (&text)[size]) { std::ranges::copy(text, chars); }
};

namespace detail {

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Calls `take(c)` for each character of the text, in which `by` stands for every `word`.
template<class Take>
constexpr void replace_words(std::string_view text, std::string_view word, std::string_view by,
                             const Take& take) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = i + word.size();
        const bool is_word = text.substr(i, word.size()) == word && (i == 0 || !is_letter(text[i - 1])) &&
                             (end == text.size() || !is_letter(text[end]));
        for (const char c : is_word ? by : text.substr(i, 1))
            take(c);
        i = is_word ? end : i + 1;
    }
}

template<PhraseText text, PhraseText word, PhraseText by>
consteval auto replaced() {
    constexpr std::size_t size = [] {
        std::size_t count = 1;
        replace_words(text.chars, word.chars, by.chars, [&](char) { ++count; });
        return count;
    }();
    PhraseText<size> result;
    std::size_t at = 0;
    replace_words(text.chars, word.chars, by.chars, [&](char c) { result.chars[at++] = c; });
    return result;
}

template<PhraseText text, PhraseText word, PhraseText by>
inline constexpr auto replaced_text = replaced<text, word, by>();

} // namespace detail

/// The phrase with another word in the place of `word`, wherever that stands: "row", "column".
template<PhraseText text, PhraseText word, PhraseText by>
consteval auto phrase_with() {
    return Phrase<places_in(text.chars)>(detail::replaced_text<text, word, by>.chars);
}

struct Argument;

/// A phrase with its arguments; no text if it is default-constructed.
struct Said {
    std::string_view phrase; ///< the template
    std::vector<Argument> arguments;
};

/// The place of a head, a row, a column or a position, from 0. text_of() is told what it counts the first as.
struct Counted {
    Index index;
};
/// What the first one counts as: in the window, and where nothing else is said; in files and on the command
/// line.
inline constexpr Index first_in_window = 1, first_in_files = 0;

/// Numbers are written by brief(), whole ones as they are.
struct Argument {
    std::variant<std::string, double, Index, Counted, Said> value;
};

/// Does not compile with another number of arguments than the phrase has places.
template<int count, class... Arguments>
requires(sizeof...(Arguments) == count) Said say(const Phrase<count>& phrase, Arguments&&... arguments) {
    Said said{phrase.text, {}};
    said.arguments.reserve(sizeof...(Arguments));
    ((said.arguments.emplace_back().value = std::forward<Arguments>(arguments)), ...);
    return said;
}

/// `first`: the number of the first head, row, column or position.
std::string text_of(const Said& said, Index first = first_in_window);
/// Several remarks on one thing, as one text.
std::string text_of(const std::vector<Said>& remarks, Index first = first_in_window);

} // namespace lab
