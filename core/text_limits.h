// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much text a person may type or paste, and how a longer text is said in short.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lab {

/// Bytes of UTF-8 that a sentence or pasted numbers may have. A document that was opened may have more.
inline constexpr std::size_t most_text = 1'000'000;
/// Tokens of a sentence.
inline constexpr std::size_t most_tokens = 20'000;
/// Characters of one word that names something, of a title, of a number: of every field of one line.
inline constexpr std::size_t most_in_field = 32'767;

/// "20,000".
std::string grouped(std::size_t count);

/// The text itself where it has at most `most` bytes; otherwise its start and its end, and how many
/// characters it has: "aaaaaa … (1,000,000 characters) … aaa". What measures or draws a text first asks for
/// this.
std::string shortened(std::string_view text, std::size_t most);

/// The text on one line of a terminal, which no character of it can rewrite or turn around: control and
/// format characters, line separators and bytes that are no UTF-8 are written as escapes, "\n", "\u202E",
/// "\xFF".
std::string printable(std::string_view text);

} // namespace lab
