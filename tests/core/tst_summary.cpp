// SPDX-License-Identifier: GPL-3.0-or-later
//
// The summary of a matrix, compared with a scalar loop.
#include "core/base/number_format.h"
#include "core/base/summary.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

MatrixSummary naive(const Matrix& matrix) {
    MatrixSummary summary;
    const auto add = [](Extremes& extremes, double value) {
        extremes = {std::min(extremes.lowest, value), std::max(extremes.highest, value)};
    };
    for (Index row = 0; row < matrix.rows(); ++row) {
        bool hidden = matrix.cols() > 0;
        for (Index column = 0; column < matrix.cols(); ++column) {
            const double value = matrix(row, column);
            hidden = hidden && value == -infinity;
            if (std::isfinite(value))
                add(summary.finite, value);
            else if (!summary.first_not_finite)
                summary.first_not_finite = {row, column};
            if (std::isfinite(value) && std::abs(value) < exponent_from)
                add(summary.plain, value);
            if ((std::isnan(value) || value == infinity) && !summary.first_fault)
                summary.first_fault = {row, column};
        }
        if (hidden)
            summary.hidden_rows.push_back(row);
    }
    return summary;
}

bool same(const MatrixSummary& a, const MatrixSummary& b) {
    return a.finite == b.finite && a.plain == b.plain && a.first_not_finite == b.first_not_finite &&
           a.first_fault == b.first_fault && a.hidden_rows == b.hidden_rows;
}

/// Ordinary numbers, huge ones, and zeros of both signs. One in `rare` is not finite.
double any_number(RandomExperiments& random, Index rare) {
    if (random.between(1, rare) == 1)
        return std::array{nan_value, infinity, -infinity, -infinity}[std::size_t(random.between(0, 3))];
    switch (random.between(0, 5)) {
    case 0:
        return random.coin() ? 0.0 : -0.0;
    case 1:
        return random.number() * 1e9;
    default:
        return random.number();
    }
}

Matrix any_matrix(RandomExperiments& random, Index rows, Index columns, Index rare) {
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = any_number(random, rare);
    if (rows > 0 && random.coin())
        matrix.row(random.between(0, rows - 1)).setConstant(-infinity);
    return matrix;
}

} // namespace

class TestSummary : public QObject {
    Q_OBJECT

private slots:
    void known_data();
    void known();
    void likeALoop_data();
    void likeALoop();
    void oneNumberChanged();
    void largestDifference();
    void noDifference();
};

void TestSummary::known_data() {
    QTest::addColumn<Matrix>("matrix");
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("highest");
    QTest::newRow("signed") << Matrix{{1, -3}, {2, 0}} << -3.0 << 2.0;
    QTest::newRow("positive: zero counts") << Matrix{{1, 4}} << 0.0 << 4.0;
    QTest::newRow("not finite") << Matrix{{nan_value, -infinity, 2, infinity}} << 0.0 << 2.0;
    QTest::newRow("nothing finite") << Matrix{{nan_value}} << 0.0 << 0.0;
    QTest::newRow("no cells") << Matrix() << 0.0 << 0.0;
}

void TestSummary::known() {
    QFETCH(Matrix, matrix);
    const MatrixSummary summary = summarize(matrix);
    QTEST(summary.finite.lowest, "lowest");
    QTEST(summary.finite.highest, "highest");
}

void TestSummary::likeALoop_data() {
    QTest::addColumn<Index>("columns");
    for (Index columns = 0; columns <= 17; ++columns)
        QTest::addRow("%td columns", columns) << columns;
    for (const Index columns : {31, 32, 33, 100})
        QTest::addRow("%td columns", columns) << columns;
}

void TestSummary::likeALoop() {
    QFETCH(Index, columns);
    RandomExperiments random(41);
    for (const Index rare : {Index{2}, Index{20}, Index{1000}}) {
        for (int round = 0; round < 50; ++round) {
            const Matrix matrix = any_matrix(random, random.between(0, 6), columns, rare);
            QVERIFY(same(summarize(matrix), naive(matrix)));
        }
    }
}

void TestSummary::oneNumberChanged() {
    RandomExperiments random(42);
    for (int round = 0; round < 300; ++round) {
        Matrix matrix = any_matrix(random, random.between(1, 4), random.between(1, 5), 20);
        MatrixSummary summary = summarize(matrix);
        for (int step = 0; step < 5; ++step) {
            double& number = matrix.data()[random.between(0, matrix.size() - 1)];
            const double before = std::exchange(number, any_number(random, 20));
            update(summary, matrix, before, number);
            QVERIFY(same(summary, naive(matrix)));
        }
    }
}

void TestSummary::largestDifference() {
    RandomExperiments random(43);
    for (int round = 0; round < 300; ++round) {
        const Index rows = random.between(0, 4);
        const Index columns = random.between(0, 37);
        const Matrix a = any_matrix(random, rows, columns, 10);
        const Matrix b = any_matrix(random, rows, columns, 10);
        double most = 0;
        for (Index i = 0; i < a.size(); ++i) {
            if (const double size = std::abs(a.data()[i] - b.data()[i]); size > most)
                most = size;
        }
        const auto place = largest_difference(a, b);
        QCOMPARE(place.has_value(), most > 0);
        if (place)
            QCOMPARE(std::abs(a(place->row, place->column) - b(place->row, place->column)), most);
    }
}

void TestSummary::noDifference() {
    const Matrix same_numbers{{1, -infinity, nan_value, 0.0}};
    QVERIFY(!largest_difference(same_numbers, same_numbers));
    QVERIFY(!largest_difference(Matrix{{0.0}}, Matrix{{-0.0}}));
    QVERIFY(!largest_difference(Matrix(), Matrix()));
    QCOMPARE(largest_difference(Matrix{{1, 2, 3}}, Matrix{{1, 4, 4}}), (MatrixSummary::Place{0, 1}));
}

LAB_APPLESS_TEST(TestSummary)
#include "tst_summary.moc"
