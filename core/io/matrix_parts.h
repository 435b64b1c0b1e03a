// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every matrix reader does with the numbers it has read.
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

/// The matrix shape of an array with these dimensions: leading dimensions of 1 are dropped, n numbers are 1 ×
/// n, a scalar is 1 × 1. Fails if more than two dimensions are left, or one is 0. Does not multiply
/// dimensions.
Result<MatrixShape> matrix_shape(std::span<const std::size_t> dimensions);

/// Collects rows of numbers, each as long as the first. Memory grows with the input: nothing is allocated
/// based on sizes that the text states.
class RowCollector {
public:
    void add(double value) { m_values.push_back(value); }
    /// Ends the row, which begins at `offset` in `text`. Fails if it is not as long as the first.
    std::optional<Error> end_row(std::string_view text, std::size_t offset);
    bool empty() const { return m_values.empty(); }
    /// Requires that the last row has been ended.
    Matrix matrix() const;

private:
    std::vector<double> m_values;
    std::size_t m_columns = 0; ///< of the first row, 0 before its end
    std::size_t m_rows = 0;
};

} // namespace lab
