// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where something stands in a text that a person has before their eyes, and what it is: the words of an
// Error.
#pragma once

#include "core/types.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// "line 3, column 7" of the byte at `offset`, or of the text's end. Both count from 1, columns in characters
/// (code points). A line ends with LF, CR LF or CR.
std::string text_place(std::string_view text, std::size_t offset);

/// A piece of text in quotation marks, cut where it is long; what cannot be shown (control characters, bytes
/// that are no UTF-8) is shown as U+FFFD.
std::string shown(std::string_view piece);

/// The character at `offset` in quotation marks, or "the end of the text".
std::string shown_at(std::string_view text, std::size_t offset);

/// The length in bytes of the UTF-8 character that `text` begins with, 0 where it begins with none.
std::size_t character_length(std::string_view text);

/// The text without a byte-order mark. Fails where the mark is UTF-16's.
Result<std::string_view> without_mark(std::string_view text);

/// The text without the spaces, tabs and line breaks around it.
std::string_view trimmed(std::string_view text);

} // namespace lab
