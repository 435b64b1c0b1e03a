// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices without any brackets: one row a line, as spreadsheets put them on the clipboard.
#pragma once

#include "core/types.h"

#include <cstddef>
#include <string_view>

namespace lab {

/// Reads the lines of `text` from the byte `from` on; empty lines around them are passed over, and
/// something has to be left. What parts the
/// numbers is the same in every line, and decided in this order:
///
///   - tabs, where there is one; else semicolons, where there is one. Commas are then decimal (NumberBlock);
///   - neither: commas part the numbers ("1, 2", "1,2,3", "1.5,2.5"), or white space does and commas are
///     decimal ("1,5 2,5", "1,5, 2,5"), whichever the whole block can be read as. Where it is both, as "1,5"
///     is, the block is refused as ambiguous. Commas that all have white space beside them always part.
///
/// An empty cell and an empty line between rows are refused.
Result<Matrix> read_block(std::string_view text, std::size_t from);

} // namespace lab
