// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_parts.h"

#include "core/base/text_position.h"

#include <algorithm>

namespace lab {

Result<MatrixShape> matrix_shape(std::span<const std::size_t> dimensions) {
    std::string shape;
    for (const std::size_t dimension : dimensions)
        shape += (shape.empty() ? "" : ", ") + std::to_string(dimension);
    shape = "an array of shape (" + shape + (dimensions.size() == 1 ? ",)" : ")");
    if (std::ranges::find(dimensions, std::size_t{0}) != dimensions.end())
        return Error{{}, shape, "at least one number"};
    while (dimensions.size() > 2 && dimensions.front() == 1)
        dimensions = dimensions.subspan(1);
    if (dimensions.size() > 2)
        return Error{{}, shape, "two dimensions, after leading ones of 1"};
    MatrixShape matrix;
    if (!dimensions.empty())
        matrix.columns = static_cast<Index>(dimensions.back());
    if (dimensions.size() == 2)
        matrix.rows = static_cast<Index>(dimensions.front());
    return matrix;
}

Result<ArrayShape> array_shape(std::span<const std::size_t> dimensions, bool may_have_heads) {
    std::span<const std::size_t> left = dimensions;
    while (left.size() > 3 && left.front() == 1)
        left = left.subspan(1);
    const bool has_heads = may_have_heads && left.size() == 3 && left.front() > 1;
    const Result<MatrixShape> matrix = matrix_shape(has_heads ? left.last(2) : dimensions);
    if (!matrix)
        return matrix.error();
    return ArrayShape{has_heads ? static_cast<Index>(left.front()) : 0, matrix.value()};
}

Result<Matrix> numbers_of(Result<PrintedArray> array) {
    if (!array)
        return array.error();
    return std::move(array).value().numbers;
}

std::optional<Error> RowCollector::end_row(std::string_view text, std::size_t offset) {
    const std::size_t columns = m_values.size() - m_rows * m_columns;
    if (m_rows == 0)
        m_columns = columns;
    ++m_rows;
    if (columns == m_columns)
        return std::nullopt;
    return Error{text_position(text, offset), "a row of " + std::to_string(columns),
                 std::to_string(m_columns) + " numbers, as in the first row"};
}

PrintedArray RowCollector::array() const {
    const std::vector<double> units = last_digits(m_digits);
    const auto rows = static_cast<Index>(m_rows), columns = static_cast<Index>(m_columns);
    return {Eigen::Map<const Matrix>(m_values.data(), rows, columns),
            Eigen::Map<const Matrix>(units.data(), rows, columns)};
}

} // namespace lab
