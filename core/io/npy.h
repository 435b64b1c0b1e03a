// SPDX-License-Identifier: GPL-3.0-or-later
//
// NumPy's file of one array.
#pragma once

#include "core/types.h"

#include <string_view>

namespace lab {

/// Reads the bytes of a .npy file, format versions 1 to 3: floats of 16, 32 and 64 bits, integers of 8 to 64,
/// booleans as 0 and 1, in either byte order, by rows or by columns. Leading dimensions of 1 are dropped; n
/// numbers are 1 × n, one is 1 × 1.
///
/// Refused: other types, more dimensions, an empty array, a length that is not exactly what the header says,
/// numbers that are not finite, integers that a double cannot hold exactly. A number is placed by row and
/// column, counted from 0, in the matrix that would have been returned.
Result<Matrix> read_npy(std::string_view bytes);

} // namespace lab
