// SPDX-License-Identifier: GPL-3.0-or-later
//
// Test data and checks for matrices as text: the expected matrix, or the expected error.
#pragma once

#include "core/io/matrix_text.h"
#include "tests/support/compare.h"
#include "tests/support/printed_matrices.h"

#include <QTest>

namespace lab::test {

inline constexpr const char* abbreviated = ": an abbreviated print-out, expected all of its numbers, as "
                                           "after torch.set_printoptions(profile=\"full\") or "
                                           "np.set_printoptions(threshold=sys.maxsize)";
inline constexpr const char* out_of_range =
    ", expected a number that a double can hold, from 4.9e-324 to 1.8e308";

/// The columns for rows added by accepts().
inline void add_accepted_columns() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<Matrix>("expected");
}

inline void accepts(const char* name, const std::string& text, const Matrix& expected) {
    QTest::newRow(name) << text << expected;
}

/// The columns for rows added by refuses().
inline void add_refused_columns() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("message");
}

inline void refuses(const char* name, const std::string& text, const std::string& message) {
    QTest::newRow(name) << text << message;
}

/// Checks one such row: the text is read as that matrix, bit for bit.
inline void check_accepted() {
    QFETCH(std::string, text);
    QFETCH(Matrix, expected);
    const Result<Matrix> matrix = read_matrix_text(text);
    QVERIFY2(matrix, matrix ? "" : matrix.error().message().c_str());
    QCOMPARE(shape_text(matrix.value().rows(), matrix.value().cols()),
             shape_text(expected.rows(), expected.cols()));
    QVERIFY2(same_bits(matrix.value(), expected), printed_list(matrix.value()).c_str());
}

/// Checks one row: the text is refused with that message.
inline void check_refused() {
    QFETCH(std::string, text);
    QFETCH(std::string, message);
    const Result<Matrix> matrix = read_matrix_text(text);
    QVERIFY2(!matrix, matrix ? printed_list(matrix.value()).c_str() : "");
    // As C strings, so that QCOMPARE prints the difference.
    QCOMPARE(matrix.error().message().c_str(), message.c_str());
}

} // namespace lab::test
