// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices without brackets: one row per line, as spreadsheets put them on the clipboard.
#pragma once

#include "core/base/types.h"
#include "core/io/pasted_numbers.h"
#include "core/io/printed_array.h"

#include <cstddef>
#include <string_view>

namespace lab {

/// Reads the lines of `text` from the byte `from` on. Empty lines around them are skipped; something must be
/// left. The separator is the same in every line, and chosen in this order:
///
///   - tabs if there are any, else semicolons if there are any. Commas are then decimal (NumberBlock);
///   - neither: commas separate the numbers ("1, 2", "1,2,3", "1.5,2.5"), or white space does and commas are
///     decimal ("1,5 2,5", "1,5, 2,5"), whichever fits the whole block. If both do, as for "1,5", the block
///     is rejected as ambiguous. If all commas have white space beside them, they always separate.
///
/// Empty cells and empty lines between rows are rejected.
Result<PrintedArray> read_block(std::string_view text, std::size_t from,
                                PastedNumbers allowed = PastedNumbers::finite);

} // namespace lab
