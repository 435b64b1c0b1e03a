// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cells of a table and what they mean: numbers, and names of rows and columns, which are left out.
#pragma once

#include "core/io/printed_array.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace lab {

struct TableCell {
    std::string_view text; ///< without marks around it
    std::size_t offset = 0;
};
using TableCells = std::vector<TableCell>;

struct TableLines {
    std::vector<TableCells> cells;      ///< of each line that has some; at least one
    std::optional<std::size_t> heading; ///< how many lines are the heading, if a rule says so
};

/// Reads the numbers of a table in `text`. The heading must be empty, of labels, or count the columns; if no
/// rule says which lines it has, these are first lines of labels. The first column is left out if it has
/// labels throughout, or if the heading is empty there alone. If the heading begins with two empty cells or
/// more, all these columns have labels: those of pandas' MultiIndex, which are not repeated below each other.
Result<PrintedArray> read_table_cells(std::string_view text, TableLines lines, PastedNumbers allowed);

} // namespace lab
