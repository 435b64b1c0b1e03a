// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_parts.h"

#include "core/io/text_position.h"

#include <algorithm>

namespace lab {

Result<MatrixShape> matrix_shape(std::span<const std::size_t> dimensions) {
    std::string shape;
    for (const std::size_t dimension : dimensions)
        shape += (shape.empty() ? "" : ", ") + std::to_string(dimension);
    shape = "an array of shape (" + shape + (dimensions.size() == 1 ? ",)" : ")");
    if (std::ranges::find(dimensions, std::size_t{0}) != dimensions.end())
        return Error{{}, {}, shape, "at least one number"};
    while (dimensions.size() > 2 && dimensions.front() == 1)
        dimensions = dimensions.subspan(1);
    if (dimensions.size() > 2)
        return Error{{}, {}, shape, "two dimensions, after leading ones of 1"};
    MatrixShape matrix;
    if (!dimensions.empty())
        matrix.columns = static_cast<Index>(dimensions.back());
    if (dimensions.size() == 2)
        matrix.rows = static_cast<Index>(dimensions.front());
    return matrix;
}

std::optional<Error> RowCollector::end_row(std::string_view text, std::size_t offset) {
    const std::size_t columns = m_values.size() - m_rows * m_columns;
    if (m_rows == 0)
        m_columns = columns;
    ++m_rows;
    if (columns == m_columns)
        return std::nullopt;
    return Error{{},
                 text_position(text, offset),
                 "a row of " + std::to_string(columns),
                 std::to_string(m_columns) + " numbers, as in the first row"};
}

Matrix RowCollector::matrix() const {
    return Eigen::Map<const Matrix>(m_values.data(), static_cast<Index>(m_rows),
                                    static_cast<Index>(m_columns));
}

} // namespace lab
