// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of every small shape and of long sums, and the exponential, compared with straightforward
// implementations.
#include "core/base/product.h"
#include "core/base/simd.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace lab;
using namespace lab::test;

namespace {

Matrix random_matrix(Index rows, Index columns) {
    static std::mt19937 generator(1);
    std::uniform_real_distribution<double> numbers(-1, 1);
    return Matrix::NullaryExpr(rows, columns, [&] { return numbers(generator); });
}

double sum_of_terms(const Matrix& a, const Matrix& b, Index row, Index column) {
    double sum = 0;
    for (Index k = 0; k < a.cols(); ++k)
        sum += a(row, k) * b(k, column);
    return sum;
}

/// Whether both multiplications agree with the definition. The operands are blocks of larger matrices, which
/// must be neither read nor written outside the block.
bool agrees(Index rows, Index depth, Index columns) {
    const Matrix a = random_matrix(rows, depth);
    const Matrix b = random_matrix(depth, columns);
    const auto surrounded = [](const Matrix& matrix) {
        Matrix larger = Matrix::Constant(matrix.rows() + 2, matrix.cols() + 2, nan_value);
        larger.block(1, 1, matrix.rows(), matrix.cols()) = matrix;
        return larger;
    };
    const Matrix left = surrounded(a);
    const Matrix right = surrounded(b);
    const Matrix transposed = surrounded(b.transpose());
    Matrix product = Matrix::Constant(rows + 2, columns + 2, nan_value);
    Matrix other = product;
    multiply(left.block(1, 1, rows, depth), right.block(1, 1, depth, columns),
             product.block(1, 1, rows, columns));
    multiply_transposed(left.block(1, 1, rows, depth), transposed.block(1, 1, columns, depth),
                        other.block(1, 1, rows, columns));
    for (Index i = 0; i < product.rows(); ++i) {
        for (Index j = 0; j < product.cols(); ++j) {
            const bool inside = i > 0 && i <= rows && j > 0 && j <= columns;
            const double expected = inside ? sum_of_terms(a, b, i - 1, j - 1) : nan_value;
            for (const double found : {product(i, j), other(i, j)}) {
                const double tolerance = 1e-15 * static_cast<double>(depth);
                if (inside ? !(std::abs(found - expected) <= tolerance) : !std::isnan(found))
                    return false;
            }
        }
    }
    return true;
}

} // namespace

class TestProduct : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void smallShapes();
    void longSums();
    void notFinite();
    void exponentials();
    void exponentialOfNoNumber();
};

void TestProduct::smallShapes() {
    for (Index rows = 1; rows <= 18; ++rows) {
        for (Index columns = 1; columns <= 34; ++columns) {
            for (const Index depth : {1, 2, 5, 8})
                QVERIFY2(agrees(rows, depth, columns),
                         qPrintable(QString("%1 × %2 × %3").arg(rows).arg(depth).arg(columns)));
        }
    }
}

void TestProduct::longSums() {
    for (const Index depth : {64, 65, 127, 128, 129, 256, 300}) {
        for (const Index rows : {3, 8, 21}) {
            for (const Index columns : {7, 16, 37})
                QVERIFY2(agrees(rows, depth, columns),
                         qPrintable(QString("%1 × %2 × %3").arg(rows).arg(depth).arg(columns)));
        }
    }
}

void TestProduct::notFinite() {
    Matrix a = random_matrix(9, 130);
    Matrix b = random_matrix(130, 19);
    a(4, 129) = std::numeric_limits<double>::infinity();
    b(3, 18) = nan_value;
    Matrix product(9, 19);
    multiply(a, b, product);
    for (Index i = 0; i < product.rows(); ++i) {
        for (Index j = 0; j < product.cols(); ++j)
            QCOMPARE(std::isfinite(product(i, j)), i != 4 && j != 18);
    }
}

void TestProduct::exponentials() {
    for (double x = least_exponent; x < 1; x += 0.0137) {
        const Packet powers = exponential(Packet{} + x);
        for (Index i = 0; i < packet_size; ++i)
            QVERIFY(std::abs(powers[i] / std::exp(x) - 1) <= 2 * std::numeric_limits<double>::epsilon());
    }
    QCOMPARE(exponential(Packet{})[0], 1.0);
    QVERIFY(exponential(Packet{} + least_exponent)[0] > std::numeric_limits<double>::min());
}

void TestProduct::exponentialOfNoNumber() {
    Packet x{};
    x[1] = nan_value;
    QCOMPARE(exponential(x)[0], 1.0);
    QVERIFY(std::isnan(exponential(x)[1]));
}

LAB_APPLESS_TEST(TestProduct)
#include "tst_product.moc"
