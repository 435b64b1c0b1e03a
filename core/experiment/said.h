// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the core says, as data: which phrase, and what to put into it. core/experiment/phrases.h lists the
// phrases; text_of() makes text.
#pragma once

#include "core/base/types.h"

#include <bit>
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

struct Argument;

/// A phrase with its arguments; no text if it is default-constructed.
struct Said {
    std::string_view phrase; ///< the template
    std::vector<Argument> arguments;
};

/// Numbers are written by brief(), whole ones as they are.
struct Argument {
    std::variant<std::string, double, Index, Said> value;
};

/// Does not compile with another number of arguments than the phrase has places.
template<int count, class... Arguments>
requires(sizeof...(Arguments) == count) Said say(const Phrase<count>& phrase, Arguments&&... arguments) {
    Said said{phrase.text, {}};
    said.arguments.reserve(sizeof...(Arguments));
    ((said.arguments.emplace_back().value = std::forward<Arguments>(arguments)), ...);
    return said;
}

std::string text_of(const Said& said);
/// Several remarks on one thing, as one text.
std::string text_of(const std::vector<Said>& remarks);

} // namespace lab
