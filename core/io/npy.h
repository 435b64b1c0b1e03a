// SPDX-License-Identifier: GPL-3.0-or-later
//
// NumPy's file format for one array.
#pragma once

#include "core/base/types.h"
#include "core/io/pasted_numbers.h"
#include "core/io/printed_array.h"

#include <string_view>

namespace lab {

/// Reads the bytes of a .npy file, format versions 1 to 3: floats of 16, 32 and 64 bits, integers of 8 to 64
/// bits, booleans as 0 and 1, in either byte order, row-major or column-major. Leading dimensions of 1 are
/// dropped; n numbers are 1 × n, one is 1 × 1.
///
/// Rejected: other types, more dimensions, empty arrays, a length that differs from what the header says,
/// numbers that are not allowed, integers that a double cannot represent exactly. Errors give row and column,
/// counted from 0, in the matrix that would have been returned.
Result<Matrix> read_npy(std::string_view bytes, PastedNumbers allowed = PastedNumbers::finite);

/// The same for an array that may have a matrix for each head. The last digit of a float is the distance to
/// the next of its type; an integer is exact.
Result<PrintedArray> read_printed_npy(std::string_view bytes, PastedNumbers allowed);

} // namespace lab
