// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the beginning of a .npy file says about its data.
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
    std::size_t size = 0; ///< of all that stands before the data, in bytes
};

/// Reads the header. Fails on what is no .npy file, on other versions than 1 to 3, on a header of more than
/// 10,000 characters or of another form, and on types that are no real numbers.
Result<NpyHeader> read_npy_header(std::string_view bytes);

} // namespace lab
