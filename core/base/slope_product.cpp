// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/slope_product.h"

#include "core/base/product.h"

#include <algorithm>

namespace lab {

namespace {

/// Without branches, unlike Eigen's own: it is asked before each product.
bool is_all_finite(ConstMatrixRef matrix) {
    return (matrix.array() * 0).sum() == 0; // ∞ · 0 is NaN
}

/// Adds aᵀ·b to the result.
void add_transposed_product(ConstMatrixRef a, ConstMatrixRef b, MatrixRef result) {
    constexpr Index at_a_time = 64; // what stays in the cache
    Matrix turned, sum;
    for (Index row = 0; row < result.rows(); row += at_a_time) {
        const Index count = std::min(at_a_time, result.rows() - row);
        turned = a.middleCols(row, count).transpose();
        sum.resize(count, result.cols());
        multiply(turned, b, sum);
        result.middleRows(row, count) += sum;
    }
}

} // namespace

void multiply_slopes(ConstMatrixRef slopes, ConstMatrixRef b, MatrixRef result) {
    if (is_all_finite(b))
        return multiply(slopes, b, result);
    result.setZero();
    for (Index i = 0; i < slopes.rows(); ++i) {
        for (Index j = 0; j < slopes.cols(); ++j) {
            if (slopes(i, j) != 0)
                result.row(i) += slopes(i, j) * b.row(j);
        }
    }
}

void multiply_slopes_transposed(ConstMatrixRef slopes, ConstMatrixRef b, MatrixRef result) {
    if (is_all_finite(b))
        return multiply_transposed(slopes, b, result);
    const Matrix turned = b.transpose();
    multiply_slopes(slopes, turned, result);
}

void add_transposed_times_slopes(ConstMatrixRef a, ConstMatrixRef slopes, MatrixRef result) {
    if (is_all_finite(a))
        return add_transposed_product(a, slopes, result);
    for (Index i = 0; i < slopes.rows(); ++i) {
        for (Index j = 0; j < slopes.cols(); ++j) {
            if (slopes(i, j) != 0)
                result.col(j) += a.row(i).transpose() * slopes(i, j);
        }
    }
}

void add_transposed_slopes_times(ConstMatrixRef slopes, ConstMatrixRef b, MatrixRef result) {
    if (is_all_finite(b))
        return add_transposed_product(slopes, b, result);
    for (Index i = 0; i < slopes.rows(); ++i) {
        for (Index j = 0; j < slopes.cols(); ++j) {
            if (slopes(i, j) != 0)
                result.row(j) += slopes(i, j) * b.row(i);
        }
    }
}

} // namespace lab
