// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of numbers as spreadsheets and data frames write them.
#pragma once

#include "core/types.h"

#include <string_view>

namespace lab {

enum class CsvKind {
    csv, ///< parted by tabs where there is one, else by semicolons where there is one, else by commas
    tsv, ///< parted by tabs
};

/// Reads one matrix, a line a row. Cells may be in quotation marks, doubled inside. Where a comma does not
/// part cells, or the cell is in quotation marks, it may be decimal (NumberBlock says when). A first row and
/// a first column of labels, words that begin with a letter, are passed over where they are labels
/// throughout; only the corner of both may be empty. Empty lines around the table are passed over.
///
/// Errors are placed by line and column, counted from 1 in characters.
Result<Matrix> read_csv(std::string_view text, CsvKind kind);

} // namespace lab
