// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of rows and columns beside numbers, which are left out.
#pragma once

#include "core/io/number_text.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace lab {

/// Whether a cell is a word that names a row or a column: it begins with a letter of any script, an
/// underscore, "<" or "[". Strict, because a mistyped number must not pass as a label: words for missing and
/// special values, such as "nan", are none.
bool is_label(std::string_view cell);

/// Whether a cell is that whole number, as data frames count rows and columns.
bool is_count(std::string_view cell, std::size_t number);

/// Whether a cell has nothing but digits.
bool is_whole_number(std::string_view cell);

/// Whether a cell may be a number in one of the forms that tables have.
bool is_numeric(std::string_view cell);

/// The first empty line between the lines from `begin` to `end`, if rows are parted by empty lines in some
/// places and not in others, as two matrices below each other are; nullopt otherwise.
std::optional<std::size_t> uneven_empty_line(std::string_view text, std::size_t begin, std::size_t end);

/// The error for that line.
Error uneven_lines(std::string_view text, std::size_t offset);

} // namespace lab
