// SPDX-License-Identifier: GPL-3.0-or-later
//
// NumPy's file format for one array.
#pragma once

#include "core/io/stored_numbers.h"

#include <cstddef>
#include <string_view>
#include <vector>

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

struct NpyHeader {
    NumberType type;
    bool by_columns = false; ///< "fortran_order"
    std::vector<std::size_t> shape;
    std::size_t size = 0; ///< of everything before the data, in bytes
};

/// Whether arrays of texts are read, too.
enum class NpyTexts { refused, allowed };

/// The longest header, what comes before its dictionary included.
inline constexpr std::size_t longest_npy_header = 10'012;

/// Reads the header. Fails if it is not a .npy file, on versions other than 1 to 3, on a malformed header or
/// one of more than 10,000 characters, and on types that are neither real numbers nor allowed.
Result<NpyHeader> read_npy_header(std::string_view bytes, NpyTexts texts = NpyTexts::refused);

} // namespace lab
