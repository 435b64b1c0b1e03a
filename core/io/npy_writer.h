// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes NumPy's file format for one array, byte for byte as NumPy 1.24 to 2 does: version 1.0, C order,
// little-endian. See numpy.lib.format's documentation.
#pragma once

#include "core/io/file.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lab {

/// An array of numbers that is written some rows at a time, so that it need not fit into memory.
struct NumberArray {
    /// As NumPy has it: none for a single number, (columns) for one row, (heads, rows, columns) for a matrix
    /// for each head.
    std::vector<Index> shape;
    Index rows = 1, columns = 1; ///< of the matrices, one below the other
    /// Fills `numbers`, which is as wide as the array, with the rows from `first_row` on. The rows are asked
    /// for in order.
    std::function<void(Index first_row, MatrixRef numbers)> read;
};

/// Passes on all rows from first to last, about half a megabyte at a time. Stops early if `on_rows` returns
/// false.
void each_rows(const NumberArray& array, const std::function<bool(ConstMatrixRef)>& on_rows);

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
