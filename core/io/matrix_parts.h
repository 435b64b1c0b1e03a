// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every matrix reader does with the numbers it has read.
#pragma once

#include "core/base/types.h"
#include "core/io/printed_array.h"

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

/// The shape of one matrix, or of one for each head.
struct ArrayShape {
    Index heads = 0; ///< 0: a single matrix
    MatrixShape matrix;
};

/// The same for an array of which three dimensions may be left, if it `may_have_heads`.
Result<ArrayShape> array_shape(std::span<const std::size_t> dimensions, bool may_have_heads);

/// The numbers alone of an array without heads.
Result<Matrix> numbers_of(Result<PrintedArray> array);

/// Collects rows of numbers, each as long as the first. Memory grows with the input: nothing is allocated
/// based on sizes that the text states.
class RowCollector {
public:
    /// `text` is what the number was read from.
    void add(double value, std::string_view text) {
        m_values.push_back(value);
        m_digits.push_back(written_digits(text));
    }
    /// Ends the row, which begins at `offset` in `text`. Fails if it is not as long as the first.
    std::optional<Error> end_row(std::string_view text, std::size_t offset);
    bool empty() const { return m_values.empty(); }
    /// Requires that the last row has been ended.
    PrintedArray array() const;

private:
    std::vector<double> m_values;
    std::vector<WrittenDigits> m_digits;
    std::size_t m_columns = 0; ///< of the first row, 0 before its end
    std::size_t m_rows = 0;
};

} // namespace lab
