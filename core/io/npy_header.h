// SPDX-License-Identifier: GPL-3.0-or-later
//
// The header of a .npy file, which describes its data.
#pragma once

#include "core/base/types.h"
#include "core/io/stored_numbers.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace lab {

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
