// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/shared_weights.h"

#include <algorithm>

namespace lab {

namespace {

/// Block by block: a whole column of a large matrix does not stay in the fastest cache.
Matrix transposed_by_blocks(const Matrix& matrix) {
    constexpr Index size = 16;
    Matrix result(matrix.cols(), matrix.rows());
    for (Index row = 0; row < matrix.rows(); row += size) {
        for (Index column = 0; column < matrix.cols(); column += size) {
            const Index rows = std::min(size, matrix.rows() - row);
            const Index columns = std::min(size, matrix.cols() - column);
            result.block(column, row, columns, rows) = matrix.block(row, column, rows, columns).transpose();
        }
    }
    return result;
}

} // namespace

bool SharedWeights::has(const MatrixPtr& matrix) const {
    return matrix && std::ranges::any_of(m_weights, [&](const auto& each) {
               return each.first == matrix || each.second == matrix;
           });
}

MatrixPtr SharedWeights::transposed(const MatrixPtr& matrix) {
    for (auto& [its, turned] : m_weights) {
        if (turned == matrix)
            return its;
        if (its != matrix)
            continue;
        if (!turned)
            turned = share(transposed_by_blocks(*its));
        return turned;
    }
    return share(transposed_by_blocks(*matrix));
}

} // namespace lab
