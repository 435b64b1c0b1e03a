// SPDX-License-Identifier: GPL-3.0-or-later
//
// The header of a .npy file, which describes its data.
#pragma once

#include "core/types.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace lab {

struct NpyType {
    enum class Kind { floating, signed_integer, unsigned_integer, boolean };
    Kind kind = Kind::floating;
    std::size_t size = 8; ///< of one number, in bytes
    bool big_endian = false;
};

struct NpyHeader {
    NpyType type;
    bool by_columns = false; ///< "fortran_order"
    std::vector<std::size_t> shape;
    std::size_t size = 0; ///< of everything before the data, in bytes
};

/// Reads the header. Fails if it is not a .npy file, on versions other than 1 to 3, on a malformed header or
/// one of more than 10,000 characters, and on types that are not real numbers.
Result<NpyHeader> read_npy_header(std::string_view bytes);

} // namespace lab
