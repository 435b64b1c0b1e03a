// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of numbers as written by spreadsheets and data frames.
#pragma once

#include "core/base/types.h"
#include "core/io/printed_array.h"

#include <string_view>

namespace lab {

enum class CsvKind {
    csv, ///< separated by tabs if there are any, else by semicolons if there are any, else by commas
    tsv, ///< separated by tabs
};

/// Reads one matrix, one row per line. Cells may be in quotation marks, doubled inside. A comma may be
/// decimal (see NumberBlock) if it does not separate cells or the cell is in quotation marks. A first row and
/// a first column of labels, words that begin with a letter, are skipped if they are labels throughout; only
/// the corner cell may be empty. Where it is empty, the first row and column may also count columns and rows
/// from 0, or rows from 1 in quotation marks. Empty lines around the table, and between all of its rows, are
/// skipped. With `any_or_none`, any cell may be empty, and a corner only above labels.
///
/// Errors give line and column, counted from 1 in characters.
Result<Matrix> read_csv(std::string_view text, CsvKind kind, PastedNumbers allowed = PastedNumbers::finite);

/// Whether a text is such a table with labels or quotation marks, rather than rows of numbers alone
/// (matrix_notations.h).
bool looks_like_csv(std::string_view text);

/// The same with how many digits the numbers show.
Result<PrintedArray> read_printed_csv(std::string_view text, CsvKind kind, PastedNumbers allowed);

} // namespace lab
