// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of LaTeX, as pandas' DataFrame.to_latex() writes them.
#pragma once

#include "core/io/printed_array.h"

#include <string_view>

namespace lab {

/// Whether a text has a tabular environment.
bool has_latex_table(std::string_view text);

/// Reads the one tabular of a text, alone or in a table with a caption and a label. What stands above
/// \midrule is the heading; what read_table_cells() takes for labels is left out. Numbers may be in dollars,
/// and labels in braces, \textbf and \multirow.
Result<PrintedArray> read_latex_table(std::string_view text, PastedNumbers allowed);

} // namespace lab
