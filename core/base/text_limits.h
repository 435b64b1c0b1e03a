// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much text the user may type or paste, and how longer text is abbreviated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lab {

/// The most bytes of UTF-8 in a sentence or in pasted numbers. An opened document may have more.
inline constexpr std::size_t most_text = 1'000'000;
/// The most tokens in a sentence.
inline constexpr std::size_t most_tokens = 20'000;
/// The most characters in any single-line field: a name, a title, a number.
inline constexpr std::size_t most_in_field = 32'767;

/// With group separators: "20,000".
std::string grouped(std::size_t count);

/// The text itself if it has at most `most` bytes; otherwise its start and its end, and how many characters
/// it has: "aaaaaa … (1,000,000 characters) … aaa". Call it before measuring or drawing a text.
std::string shortened(std::string_view text, std::size_t most);

/// The code point that a text in UTF-8 begins with; negative if it begins with other bytes. The text must not
/// be empty.
struct CodePoint {
    std::int32_t value = 0;
    std::size_t length = 0; ///< in bytes
};
CodePoint first_code_point(std::string_view text);

/// The text made safe for one line of a terminal: control and format characters, line separators and bytes
/// that are not UTF-8 are written as escapes, "\n", "\u202E", "\xFF".
std::string printable(std::string_view text);

/// The text as a label, on which nothing is blank: spaces are written as "␣", other white space, control
/// characters and what has no width as printable() escapes it, "\n", "\u00A0", "\u200B". Only what stands
/// between two visible characters stays as it is: one space, "New York", a joiner of letters or of pictures,
/// and after a visible character what chooses its form. A space before a word is not left: " the" and "the",
/// which tokenizers make of one sentence, would look alike.
std::string visible(std::string_view text);

/// Whether a byte of UTF-8 is none that a character begins with.
bool continues_character(char c);

} // namespace lab
