// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays of numbers that are written some rows at a time, so that they need not fit into memory.
#pragma once

#include "core/base/types.h"

#include <functional>
#include <vector>

namespace lab {

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

} // namespace lab
