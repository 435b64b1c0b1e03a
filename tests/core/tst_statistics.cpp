// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics of whole matrices: worked examples, the notebook's numbers, and random experiments.
#include "core/analysis/norm_effect.h"
#include "core/analysis/statistics.h"
#include "core/engine/pipeline.h"
#include "core/stages/07_weights.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace lab;
using namespace lab::test;

namespace {

using Rows2d = std::vector<std::vector<double>>;

Matrix matrix(const Rows2d& rows) {
    Matrix result(Index(rows.size()), rows.empty() ? 0 : Index(rows[0].size()));
    for (Index row = 0; row < result.rows(); ++row) {
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) = rows[std::size_t(row)][std::size_t(column)];
    }
    return result;
}

bool near(double a, double b, double relative = 1e-12) {
    return std::isnan(b) ? std::isnan(a) : a == b || std::abs(a - b) <= relative * std::max(1.0, std::abs(b));
}

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT

private slots:
    void ofMatrices_data();
    void ofMatrices();
    void notFinite();
    void notebook();
    void sumsOfRows();
    void entropies_data();
    void entropies();
    void diagonals_data();
    void diagonals();
    void bins_data();
    void bins();
    void anyExperiment();
    void withoutTheNorm();
};

void TestStatistics::ofMatrices_data() {
    QTest::addColumn<Rows2d>("cells");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("variance");
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("highest");
    QTest::newRow("one to four") << Rows2d{{1, 2}, {3, 4}} << 2.5 << 1.25 << 1.0 << 4.0;
    QTest::newRow("one cell") << Rows2d{{-3}} << -3.0 << 0.0 << -3.0 << -3.0;
    QTest::newRow("above zero") << Rows2d{{5, 5, 8}} << 6.0 << 2.0 << 5.0 << 8.0;
    QTest::newRow("below zero") << Rows2d{{-5, -5, -8}} << -6.0 << 2.0 << -8.0 << -5.0;
    // The formula mean(x²) − mean(x)² would lose all digits here.
    QTest::newRow("far from zero") << Rows2d{{1e9 + 4, 1e9 + 7}, {1e9 + 13, 1e9 + 16}} << 1e9 + 10 << 22.5
                                   << 1e9 + 4 << 1e9 + 16;
    QTest::newRow("huge") << Rows2d{{1.5e308, 1.5e308}} << 1.5e308 << 0.0 << 1.5e308 << 1.5e308;
    QTest::newRow("squares overflow") << Rows2d{{-1e200, 1e200}} << 0.0 << infinity << -1e200 << 1e200;
    QTest::newRow("tiny") << Rows2d{{1e-100, 3e-100}} << 2e-100 << 1e-200 << 1e-100 << 3e-100;
}

void TestStatistics::ofMatrices() {
    QFETCH(Rows2d, cells);
    QFETCH(double, mean);
    QFETCH(double, variance);
    QFETCH(double, lowest);
    QFETCH(double, highest);
    const MatrixStatistics found = statistics_of(matrix(cells));
    QVERIFY(near(found.mean, mean));
    QVERIFY(near(found.variance, variance));
    QCOMPARE(found.lowest, lowest);
    QCOMPARE(found.highest, highest);
    QCOMPARE(found.finite, found.cells);
    QCOMPARE(found.hidden + found.faults, 0);
}

void TestStatistics::notFinite() {
    const MatrixStatistics some =
        statistics_of(matrix({{1, -infinity, nan_value}, {3, infinity, -infinity}}));
    QCOMPARE(some.cells, 6);
    QCOMPARE(some.finite, 2);
    QCOMPARE(some.hidden, 2);
    QCOMPARE(some.faults, 2);
    QCOMPARE(some.mean, 2.0);
    QCOMPARE(some.variance, 1.0);
    QCOMPARE(some.lowest, 1.0);
    QCOMPARE(some.highest, 3.0);
    for (const Matrix& none : {Matrix(), matrix({{-infinity, nan_value}})}) {
        const MatrixStatistics nothing = statistics_of(none);
        QCOMPARE(nothing.finite, 0);
        for (const double value : {nothing.mean, nothing.variance, nothing.lowest, nothing.highest})
            QVERIFY(std::isnan(value));
    }
}

/// The two values printed by "Numeric attention: encoder".
void TestStatistics::notebook() {
    const Trace trace = compute(load_golden("numeric-encoder").experiment).value();
    QVERIFY(near(statistics_of(trace.stage(StageId::scores)).variance, 6.837565, 5e-7));
    QVERIFY(near(statistics_of(trace.stage(StageId::scaled_scores)).variance, 0.854696, 5e-7));
}

void TestStatistics::sumsOfRows() {
    const auto sums =
        row_sums(matrix({{1, 2, 4}, {1, -infinity, nan_value}, {infinity, nan_value, -infinity}}));
    QCOMPARE(sums.size(), std::size_t(3));
    QCOMPARE(sums[0].sum, 7.0);
    QCOMPARE(sums[0].left_out, 0);
    QCOMPARE(sums[1].sum, 1.0);
    QCOMPARE(sums[1].left_out, 2);
    QVERIFY(std::isnan(sums[2].sum));
    QCOMPARE(sums[2].left_out, 3);
}

void TestStatistics::entropies_data() {
    QTest::addColumn<std::vector<double>>("weights");
    QTest::addColumn<double>("bits");
    using Row = std::vector<double>;
    QTest::newRow("one key") << Row{1} << 0.0;
    QTest::newRow("one of three") << Row{0, 1, 0} << 0.0;
    QTest::newRow("coin") << Row{0.5, 0.5} << 1.0;
    QTest::newRow("half, quarters") << Row{0.5, 0.25, 0.25} << 1.5;
    QTest::newRow("even") << Row(8, 0.125) << 3.0;
    QTest::newRow("even, 60 keys") << Row(60, 1.0 / 60) << std::log2(60.0);
    QTest::newRow("hidden throughout") << Row{0, 0, 0} << nan_value;
    QTest::newRow("more than all") << Row{0.75, 0.75} << nan_value;
    QTest::newRow("below 0") << Row{1.5, -0.5} << nan_value;
    QTest::newRow("no number") << Row{nan_value, 1} << nan_value;
    QTest::newRow("infinite") << Row{infinity, 0} << nan_value;
    QTest::newRow("no keys") << Row{} << nan_value;
}

void TestStatistics::entropies() {
    QFETCH(std::vector<double>, weights);
    QFETCH(double, bits);
    QVERIFY(near(entropy_bits(weights), bits));
}

void TestStatistics::diagonals_data() {
    QTest::addColumn<Rows2d>("weights");
    QTest::addColumn<std::vector<double>>("diagonal");
    QTest::addColumn<double>("mean");
    using Row = std::vector<double>;
    QTest::newRow("square") << Rows2d{{0.25, 0.75}, {0.5, 0.5}} << Row{0.25, 0.5} << 0.375;
    QTest::newRow("more keys") << Rows2d{{0.25, 0.25, 0.5}, {0, 1, 0}} << Row{0.25, 1} << 0.625;
    QTest::newRow("more queries") << Rows2d{{0.25, 0.75}, {0.5, 0.5}, {1, 0}} << Row{0.25, 0.5, nan_value}
                                  << 0.375;
    QTest::newRow("no number") << Rows2d{{nan_value, nan_value}, {0.5, 0.5}} << Row{nan_value, 0.5}
                               << nan_value;
}

void TestStatistics::diagonals() {
    QFETCH(Rows2d, weights);
    QFETCH(std::vector<double>, diagonal);
    QFETCH(double, mean);
    const WeightStatistics found = weight_statistics(matrix(weights));
    QCOMPARE(found.diagonal.size(), diagonal.size());
    for (std::size_t i = 0; i < diagonal.size(); ++i)
        QVERIFY(near(found.diagonal[i], diagonal[i]));
    QVERIFY(near(found.mean_diagonal, mean));
}

void TestStatistics::bins_data() {
    QTest::addColumn<Rows2d>("cells");
    QTest::addColumn<std::vector<double>>("edges");
    QTest::addColumn<std::vector<Index>>("counts");
    using Edges = std::vector<double>;
    using Counts = std::vector<Index>;
    // 16 numbers with quartiles 3 and 11: 2·8/∛16 = 6.35, rounded up to a width of 10.
    QTest::newRow("0 to 15") << Rows2d{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}
                             << Edges{0, 10, 20} << Counts{10, 6};
    // Quartiles 0.1 and 0.3 give 0.25, rounded up to 0.5. 0.3 = 3·0.1 would lie exactly on an edge of tenths.
    QTest::newRow("tenths") << Rows2d{{0.1, 0.2}, {0.3, 0.4}} << Edges{0, 0.5} << Counts{4};
    QTest::newRow("either side of 0") << Rows2d{{-1, 1}} << Edges{-1, 0, 1} << Counts{1, 1};
    // The quartiles are equal, so Sturges: 10/(1 + log₂ 8) = 2.5, rounded up to 5.
    QTest::newRow("mostly equal") << Rows2d{{0, 0, 0, 0, 0, 0, 0, 10}} << Edges{0, 5, 10} << Counts{7, 1};
    QTest::newRow("equal") << Rows2d{{3, 3}} << Edges{2.5, 3.5} << Counts{2};
    QTest::newRow("small and equal") << Rows2d{{0.25, 0.25}} << Edges{0.125, 0.375} << Counts{2};
    QTest::newRow("below 0 and equal") << Rows2d{{-0.5}} << Edges{-0.75, -0.25} << Counts{1};
    QTest::newRow("large and equal") << Rows2d{{200}} << Edges{190, 210} << Counts{1};
    QTest::newRow("zeros") << Rows2d{{0}} << Edges{-0.5, 0.5} << Counts{1};
    QTest::newRow("finite ones alone")
        << Rows2d{{-1, 1}, {-infinity, nan_value}} << Edges{-1, 0, 1} << Counts{1, 1};
    QTest::newRow("none finite") << Rows2d{{nan_value}} << Edges{} << Counts{};
    QTest::newRow("too far apart") << Rows2d{{-1.7e308, 1.7e308}} << Edges{-1.7e308, 1.7e308} << Counts{2};
    QTest::newRow("too close") << Rows2d{{1e17, 1e17 + 32}} << Edges{1e17, 1e17 + 32} << Counts{2};
}

void TestStatistics::bins() {
    QFETCH(Rows2d, cells);
    QFETCH(std::vector<double>, edges);
    QFETCH(std::vector<Index>, counts);
    const Histogram found = histogram_of(matrix(cells));
    QCOMPARE(found.edges, edges);
    QCOMPARE(found.counts, counts);
}

/// Every stage of random experiments: each statistic against a simple loop.
void TestStatistics::anyExperiment() {
    RandomExperiments random(9);
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment experiment = random.next();
        const Trace trace = compute(experiment).value();
        const HeadIndex head = random.between(0, experiment.heads.count - 1);
        for (const StageInfo& stage : all_stages()) {
            if (!has_stage(experiment, stage.id))
                continue;
            const Matrix& cells = trace.stage(stage.id, head);
            const MatrixStatistics found = statistics_of(cells);
            std::vector<double> finite;
            for (const double value : cells.reshaped<Eigen::RowMajor>()) {
                if (std::isfinite(value))
                    finite.push_back(value);
            }
            QCOMPARE(found.finite, Index(finite.size()));
            QCOMPARE(found.finite + found.hidden + found.faults, cells.size());
            const Histogram bins = histogram_of(cells);
            QCOMPARE(std::accumulate(bins.counts.begin(), bins.counts.end(), Index{0}), found.finite);
            QVERIFY(Index(bins.counts.size()) <= most_bins);
            if (finite.empty())
                continue;
            long double mean = 0;
            for (const double value : finite)
                mean += value / static_cast<long double>(finite.size());
            long double variance = 0;
            for (const double value : finite)
                variance += (value - mean) * (value - mean) / static_cast<long double>(finite.size());
            QVERIFY(near(found.mean, double(mean), 1e-9));
            QVERIFY(near(found.variance, double(variance), 1e-9));
            QVERIFY(bins.edges.front() <= found.lowest && found.highest <= bins.edges.back());
            QVERIFY(std::ranges::is_sorted(bins.edges));
            for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
                const bool last = bin + 1 == bins.counts.size();
                QCOMPARE(bins.counts[bin], Index(std::ranges::count_if(finite, [&](double value) {
                             return bins.edges[bin] <= value &&
                                    (value < bins.edges[bin + 1] || (last && value <= bins.edges[bin + 1]));
                         })));
            }
        }
        const Matrix& weights = trace.stage(StageId::weights, head);
        const WeightStatistics found = weight_statistics(weights);
        const auto sums = row_sums(weights);
        for (Index row = 0; row < weights.rows(); ++row) {
            const double bits = found.entropies[std::size_t(row)];
            const bool spread =
                (weights.row(row).array() >= 0).all() && std::abs(weights.row(row).sum() - 1) < 1e-9;
            QCOMPARE(std::isnan(bits), !spread);
            QVERIFY(!spread || (bits >= 0 && bits <= std::log2(double(weights.cols())) + 1e-9));
            QVERIFY(!spread || near(sums[std::size_t(row)].sum, 1, 1e-9));
        }
    }
}

/// As in the same experiment without the norm, overrides included.
void TestStatistics::withoutTheNorm() {
    RandomExperiments random(64);
    int normalised = 0;
    for (int round = 0; round < many_experiments / 4; ++round) {
        const Experiment e = random.next();
        const Trace trace = compute(e).value();
        const auto matrix = [&](StageId id, HeadIndex head) -> const Matrix& {
            return trace.stage(id, head);
        };
        Experiment without = e;
        without.scores.qk_norm.reset();
        const Trace other = compute(without).value();
        for (HeadIndex head = 0; head < e.heads.count; ++head) {
            const auto effect = norm_effect(e, matrix, head);
            QCOMPARE(effect.has_value(), e.scores.qk_norm.has_value());
            if (!effect)
                continue;
            ++normalised;
            const MatrixStatistics is = statistics_of(trace.stage(StageId::scaled_scores, head));
            const MatrixStatistics would_be = statistics_of(other.stage(StageId::scaled_scores, head));
            QVERIFY(near(effect->with.variance, is.variance) && near(effect->with.highest, is.highest));
            QCOMPARE(effect->without.finite, would_be.finite);
            QVERIFY(near(effect->without.variance, would_be.variance, 1e-9));
            QVERIFY(near(effect->without.lowest, would_be.lowest, 1e-9) &&
                    near(effect->without.highest, would_be.highest, 1e-9));
        }
    }
    QVERIFY(normalised > (is_optimised ? 10 : 0));
}

LAB_APPLESS_TEST(TestStatistics)
#include "tst_statistics.moc"
