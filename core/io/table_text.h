// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables with upright lines between the cells: Markdown, Org, psql, tabulate, polars.
#pragma once

#include "core/io/printed_array.h"

#include <cstddef>
#include <string_view>

namespace lab {

/// Whether the text from there on has an upright line, "|" or "│".
bool looks_like_table(std::string_view text, std::size_t from);

/// Reads from there to the end of the text: one row per line. What stands above Markdown's line of dashes is
/// the heading; what is a label, see read_table_cells(). Commas are decimal (NumberBlock); a number may be in
/// asterisks, back quotes or dollars.
Result<PrintedArray> read_table_text(std::string_view text, std::size_t from, PastedNumbers allowed);

} // namespace lab
