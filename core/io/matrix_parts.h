// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every reader of matrices does with the numbers once it has them.
#pragma once

#include "core/types.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab {

struct MatrixShape {
    Index rows = 1, columns = 1;
};

/// The shape of the matrix that an array with these dimensions is: leading dimensions of 1 are dropped, n
/// numbers are 1 × n, a scalar is 1 × 1. Fails where more than two dimensions are left, or one is 0; no
/// product is formed.
Result<MatrixShape> matrix_shape(std::span<const std::size_t> dimensions);

/// Rows of numbers as they come in, each as long as the first. Grows with them: nothing is allocated because
/// a text says how many there will be.
class RowCollector {
public:
    void add(double value) { m_values.push_back(value); }
    /// Ends the row. Fails where its length is not that of the first; `offset` is where it begins in `text`.
    std::optional<Error> end_row(std::string_view text, std::size_t offset);
    bool empty() const { return m_values.empty(); }
    /// Requires that the last row is ended.
    Matrix matrix() const;

private:
    std::vector<double> m_values;
    std::size_t m_columns = 0; ///< of the first row, 0 before its end
    std::size_t m_rows = 0;
};

} // namespace lab
