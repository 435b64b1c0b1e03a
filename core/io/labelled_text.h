// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers parted by white space, with names of rows and columns beside them, as pandas and R print them.
#pragma once

#include "core/io/printed_array.h"

#include <cstddef>
#include <string_view>

namespace lab {

/// Whether the lines from the byte `from` on look like such a table: the first one begins with a word, with
/// R's "[1,]", "[,1]" or "[1] 0.5", or counts columns.
bool looks_labelled(std::string_view text, std::size_t from);

/// Reads from there to the end of the text:
///
///   - a first line of labels, or of numbers that count columns from 0 or 1, and rows of as many numbers, all
///     or none of which have a label before them;
///   - at least two rows without such a line, each a word and numbers;
///   - tables that are parted because they are wide: a further line of labels, and the same rows again;
///   - a vector of R's, "[1] 0.25 0.75", which is 1 × n;
///   - pandas' MultiIndex, with several labels before the numbers, in their places below each other, and
///     perhaps a line of names of its levels; those that are the same as in the row above are left out;
///   - a tibble of R's, with a line of types ("<dbl>") and perhaps first columns of texts, which are labels;
///   - a matrix of R's whose dimensions have names, "key" above "query the cat".
///
/// A number as a label of a row is accepted if a line of labels shows that it is one. Labels in quotation
/// marks may have spaces. Commas are decimal (NumberBlock).
Result<PrintedArray> read_labelled(std::string_view text, std::size_t from, PastedNumbers allowed);

/// Reads a Series of pandas without its last line, "dtype: float64": each line has a label, which may have
/// blanks or be a number, and one number. It is a column.
Result<PrintedArray> read_series(std::string_view text, std::size_t from, PastedNumbers allowed);

} // namespace lab
