// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines of a table whose cells are parted by white space, and what R and pandas write in them.
#pragma once

#include "core/base/types.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace lab {

struct LabelledCell {
    std::string_view text;
    std::size_t offset = 0;

    std::size_t end() const { return offset + text.size(); }
};
using LabelledLine = std::vector<LabelledCell>;

inline constexpr std::string_view line_blanks = " \t";

/// The line that begins at or after `at` and is not empty; `at` moves behind it. Empty at the end of the
/// text. Cells in quotation marks may have blanks.
LabelledLine next_line(std::string_view text, std::size_t& at);

/// "[1,]", as R counts rows, or "[,1]", as it counts columns; 0 if it is neither.
std::size_t r_count(std::string_view cell, bool of_rows);
/// "[1]", before numbers of a vector of R's.
bool is_r_index(std::string_view cell);

/// Whether the cells are whole numbers that count from `first`.
bool counts_from(std::span<const LabelledCell> line, std::size_t first);

/// A label, also in quotation marks.
bool is_label_word(std::string_view cell);
bool are_label_words(std::span<const LabelledCell> line);

/// pandas ends a heading with a backslash if a wide table goes on below.
void take_backslash(LabelledLine& line);

/// Whether something stands for what was left out.
bool is_cut_mark(const LabelledCell& cell);
bool has_cut_mark(const LabelledLine& line);
Error abbreviated_frame(std::string_view text, std::size_t offset);

/// Whether the line names the columns of a matrix of R's whose dimensions have names, "key" above "query the
/// cat".
bool names_dimension(const LabelledLine& line, const LabelledLine& second, const LabelledLine& third);

/// "<dbl>" under each name, as in a tibble of R's.
bool are_types(const LabelledLine& line);

} // namespace lab
