// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of numbers below a common factor, or in pieces with some of the columns each, as MATLAB, Octave and
// LibTorch print them.
#pragma once

#include "core/io/printed_array.h"

#include <cstddef>
#include <string_view>

namespace lab {

/// Whether the first line from the byte `from` on is a common factor ("1.0e+03 *", "10^3 ×") or says which
/// columns follow ("Columns 1 through 8", "Columns 9 and 10:", "Columns 1 to 8", "Column 11").
bool begins_in_pieces(std::string_view text, std::size_t from);

/// Reads from there to the end of the text: numbers parted by white space. A factor holds for what follows,
/// and is a power of ten: the digits of a number are known as far as they are printed. The pieces must have
/// all columns in their order. Numbers may follow in the line that says which columns they are.
Result<PrintedArray> read_pieces(std::string_view text, std::size_t from, PastedNumbers allowed);

} // namespace lab
