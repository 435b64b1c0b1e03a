// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measures by which heads are sorted, and combinations over all heads.
#include "core/analysis/head_patterns.h"
#include "core/engine/pipeline.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

Matrix square(std::initializer_list<double> cells) {
    const auto side = static_cast<Index>(std::lround(std::sqrt(cells.size())));
    Matrix matrix(side, side);
    std::copy(cells.begin(), cells.end(), matrix.data());
    return matrix;
}

bool near_or_nan(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) < 1e-15;
}

} // namespace

class TestHeadPatterns : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void pattern_data();
    void pattern();
    void otherShapes();
    void limits();
    void overHeads();
    void notFinite();
};

void TestHeadPatterns::pattern_data() {
    QTest::addColumn<Matrix>("weights");
    QTest::addColumn<Matrix>("masked");
    QTest::addColumn<HeadPattern>("expected");
    const Matrix seen = Matrix::Zero(3, 3);
    const Matrix causal = square({0, -infinity, -infinity, 0, 0, -infinity, 0, 0, 0});
    const double third = 1.0 / 3;
    QTest::newRow("even") << Matrix(Matrix::Constant(3, 3, third)) << seen
                          << HeadPattern{std::log2(3), 0, third, third, third};
    QTest::newRow("itself") << Matrix(Matrix::Identity(3, 3)) << seen
                            << HeadPattern{0, 2 * third, 0, 1, third};
    QTest::newRow("the one before") << square({1, 0, 0, 1, 0, 0, 0, 1, 0}) << seen
                                    << HeadPattern{0, 2 * third, 1, third, 2 * third};
    QTest::newRow("the first") << square({1, 0, 0, 1, 0, 0, 1, 0, 0}) << seen
                               << HeadPattern{0, 2 * third, 0.5, third, 1};
    // Uniform over the visible keys.
    QTest::newRow("even, causal") << square({1, 0, 0, 0.5, 0.5, 0, third, third, third}) << causal
                                  << HeadPattern{(0 + 1 + std::log2(3)) / 3, 0, (0.5 + third) / 2,
                                                 (1 + 0.5 + third) / 3, (1 + 0.5 + third) / 3};
    // A row without visible keys does not count in any mean.
    QTest::newRow("a row hidden") << square({0, 0, 0, 0.5, 0.5, 0, 0, 1, 0})
                                  << square({-infinity, -infinity, -infinity, 0, 0, 0, 0, 0, 0})
                                  << HeadPattern{0.5, (third + 2 * third) / 2, 0.75, 0.25, 0.25};
    QTest::newRow("all hidden") << Matrix(Matrix::Zero(3, 3)) << Matrix(Matrix::Constant(3, 3, -infinity))
                                << HeadPattern{undefined, undefined, undefined, undefined, undefined};
    // Entropy is only defined for rows without negative weights.
    QTest::newRow("below zero") << square({2, -1, 0, 1, 0, 0, 1, 0, 0}) << seen
                                << HeadPattern{0, ((2 - third) + (1 + third) + third) / 2 / 3 + 4.0 / 9, 0.5,
                                               2 * third, 4 * third};
    QTest::newRow("NaN") << square({undefined, 0, 0, 1, 0, 0, 1, 0, 0}) << seen
                         << HeadPattern{0, undefined, 0.5, undefined, undefined};
}

void TestHeadPatterns::pattern() {
    QFETCH(Matrix, weights);
    QFETCH(Matrix, masked);
    QFETCH(HeadPattern, expected);
    const HeadPattern found = head_pattern(weights, masked);
    QVERIFY2(near_or_nan(found.entropy, expected.entropy), qPrintable(QString::number(found.entropy)));
    QVERIFY2(near_or_nan(found.from_uniform, expected.from_uniform),
             qPrintable(QString::number(found.from_uniform)));
    QVERIFY2(near_or_nan(found.to_previous, expected.to_previous),
             qPrintable(QString::number(found.to_previous)));
    QVERIFY2(near_or_nan(found.to_same, expected.to_same), qPrintable(QString::number(found.to_same)));
    QVERIFY2(near_or_nan(found.to_first, expected.to_first), qPrintable(QString::number(found.to_first)));
}

/// A query without a key at its position does not count, and the first query has no previous key.
void TestHeadPatterns::otherShapes() {
    const HeadPattern tall = head_pattern(Matrix::Ones(4, 1), Matrix::Zero(4, 1));
    QCOMPARE(tall.to_same, 1.0);     // only the first query counts
    QCOMPARE(tall.to_previous, 1.0); // only the second query counts
    QCOMPARE(tall.to_first, 1.0);
    // The only query is the third token of what it reads.
    Matrix last(1, 3);
    last << 0.125, 0.25, 0.625;
    const HeadPattern step = head_pattern(last, Matrix::Zero(1, 3), 2);
    QCOMPARE(step.to_same, 0.625);
    QCOMPARE(step.to_previous, 0.25);
    QVERIFY(std::isnan(head_pattern(last, Matrix::Zero(1, 3), -1).to_same));
    const HeadPattern one = head_pattern(Matrix::Ones(1, 1), Matrix::Zero(1, 1));
    QVERIFY(std::isnan(one.to_previous));
    QCOMPARE(one.to_same, 1.0);
    QCOMPARE(one.from_uniform, 0.0);
}

void TestHeadPatterns::limits() {
    RandomExperiments random(4);
    int heads = 0;
    for (int i = 0; i < many_experiments; ++i) {
        Experiment experiment = random.next();
        experiment.normalization.kind = NormalizationKind::softmax;
        experiment.overrides.clear();
        const Trace trace = compute(experiment).value();
        for (HeadIndex head = 0; head < trace.heads(); ++head) {
            const HeadPattern p =
                head_pattern(trace.stage(StageId::weights, head), trace.stage(StageId::masked_scores, head));
            if (std::isnan(p.entropy) || std::isnan(p.from_uniform))
                continue; // no visible keys, or not finite
            ++heads;
            const auto keys = static_cast<double>(trace.stage(StageId::weights, head).cols());
            QVERIFY(p.entropy >= -1e-12 && p.entropy <= std::log2(keys) + 1e-12);
            QVERIFY(p.from_uniform >= 0 && p.from_uniform <= 1 - 1 / keys + 1e-12);
        }
    }
    QVERIFY(heads > many_experiments / 2);
}

void TestHeadPatterns::overHeads() {
    const std::vector<MatrixPtr> heads{share(square({1, 0, 0.25, 0.75})), share(square({0, 1, 0.75, 0.25}))};
    QCOMPARE(mean_over_heads(heads), square({0.5, 0.5, 0.5, 0.5}));
    QCOMPARE(maximum_over_heads(heads), square({1, 1, 0.75, 0.75}));
    QCOMPARE(mean_over_heads(std::span(heads).first(1)), *heads[0]);
}

/// A NaN propagates from any head. A key counts as hidden in the maximum only if every head hides it.
void TestHeadPatterns::notFinite() {
    const MatrixPtr ones = share(square({1, 1, 1, 1}));
    const MatrixPtr odd = share(square({undefined, -infinity, infinity, 0}));
    for (const std::vector<MatrixPtr>& heads :
         {std::vector{ones, odd}, std::vector{odd, ones}, std::vector{ones, odd, ones}}) {
        const Matrix mean = mean_over_heads(heads);
        const Matrix most = maximum_over_heads(heads);
        QVERIFY(std::isnan(mean(0, 0)) && std::isnan(most(0, 0)));
        QCOMPARE(mean(0, 1), -infinity);
        QCOMPARE(most(0, 1), 1.0);
        QCOMPARE(most(1, 0), infinity);
    }
}

LAB_APPLESS_TEST(TestHeadPatterns)
#include "tst_head_patterns.moc"
