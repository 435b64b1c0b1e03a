// SPDX-License-Identifier: GPL-3.0-or-later
//
// Locations in a text that the user sees, and excerpts of it, for the parts of an Error.
#pragma once

#include "core/base/types.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// "line 3, column 7" for the byte at `offset`, or for the text's end. Both count from 1, columns in
/// characters (code points). A line ends with LF, CR LF or CR.
std::string text_position(std::string_view text, std::size_t offset);

/// A piece of text in quotation marks, shortened if it is long. Control characters and bytes that are not
/// UTF-8 are shown as U+FFFD.
std::string quoted_excerpt(std::string_view piece);

/// The character at `offset` in quotation marks, or "the end of the text".
std::string quoted_character_at(std::string_view text, std::size_t offset);

/// A to Z and a to z.
inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool is_decimal_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The length in bytes of the UTF-8 character that `text` begins with; 0 if it is not valid.
std::size_t character_length(std::string_view text);

/// The text without a byte-order mark. Fails if the mark is UTF-16's.
Result<std::string_view> without_mark(std::string_view text);

/// The text with a to z in place of A to Z.
std::string in_lower_case(std::string_view text);

/// The text without the spaces, tabs and line breaks around it.
std::string_view trimmed(std::string_view text);

} // namespace lab
