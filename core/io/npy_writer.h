// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes NumPy's file format for one array, byte for byte as NumPy 1.24 to 2 does: version 1.0, C order,
// little-endian. See numpy.lib.format's documentation.
#pragma once

#include "core/io/file.h"
#include "core/io/number_array.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lab {

/// The bytes of a .npy file, piece by piece.
class NpyBytes {
public:
    virtual ~NpyBytes() = default;
    /// The size of the whole file.
    virtual std::uint64_t size() const = 0;
    /// The next piece; empty at the end.
    virtual std::string next() = 0;
};

/// Numbers, as '<f8'.
std::unique_ptr<NpyBytes> npy_bytes(NumberArray array);
/// Texts in UTF-8, as '<U…', as wide as the longest: one dimension, no pickle. NumPy drops NULs at the end of
/// a text.
std::unique_ptr<NpyBytes> npy_bytes(const std::vector<std::string>& texts);

/// Writes the .npy file of an array. Stops early if `take` returns false.
void write_npy(NumberArray array, const TakeBytes& take);

} // namespace lab
