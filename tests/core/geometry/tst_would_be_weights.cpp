// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a query would attend to elsewhere: the engine's weights where it stands and wherever it is moved to,
// and a raster of who wins.
#include "core/analysis/geometry/would_be_weights.h"
#include "core/edits/cell_overrides.h"
#include "tests/core/geometry/arrows.h"
#include "tests/core/gradients.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "tests/support/truth.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestWouldBeWeights : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void whereTheQueryStands();
    void whereTheQueryIsMoved();
    void rasterIsTheEngines();
    void rasterByHand();
    void nobodyWins_data();
    void nobodyWins();
};

namespace {

/// Of numbers whose sums may be rounded otherwise: a score of 1000 is off by 1e−13.
bool is_near(const RowVector& is, const RowVector& should) {
    for (Index i = 0; i < is.cols(); ++i) {
        if (!(std::abs(is(i) - should(i)) <= 1e-9 * (1 + std::abs(should(i)))) &&
            !(std::isnan(is(i)) && std::isnan(should(i))) && is(i) != should(i))
            return false;
    }
    return is.cols() == should.cols();
}

/// Some rows of weights leap when a score that is about 0 is rounded otherwise: those that are divided by a
/// sum of about 0, and overflows.
bool is_steady(const Experiment& e) {
    return e.normalization.kind != NormalizationKind::sum &&
           e.normalization.kind != NormalizationKind::softmax_naive;
}

} // namespace

/// To 1e−12, with every option and override.
void TestWouldBeWeights::whereTheQueryStands() {
    RandomExperiments random(531);
    for (int round = 0; round < 2 * many_experiments; ++round) {
        const RandomArrows at(round % 2 == 0 ? random.next() : telling_experiment(random), random);
        if (Oracle(at.e).depends_on_order())
            continue;
        const WouldBeWeights would_be(at.e, round % 3 == 0 ? nothing_kept : at.trace.kept(), at.head,
                                      at.query);
        const Matrix q = at.row(StageId::queries);
        const RowVector weights = would_be.weights(q).row(0), should = at.row(StageId::weights);
        for (Index key = 0; key < weights.cols(); ++key) {
            const bool is_same = weights(key) == should(key) ||
                                 (std::isnan(weights(key)) && std::isnan(should(key))) ||
                                 std::abs(weights(key) - should(key)) <= 1e-12 * (1 + std::abs(should(key)));
            QVERIFY(is_same || !is_steady(at.e));
        }
    }
}

/// The weights of a document in which the query has the vector that is asked about, by overrides.
void TestWouldBeWeights::whereTheQueryIsMoved() {
    RandomExperiments random(532);
    for (int round = 0; round < many_experiments; ++round) {
        const RandomArrows at(random.next(), random);
        if (!is_steady(at.e))
            continue;
        const WouldBeWeights would_be(at.e, at.trace.kept(), at.head, at.query);
        const Index d_k = dimensions(at.e).d_k;
        Matrix queries(3, d_k);
        for (Index row = 0; row < queries.rows(); ++row)
            queries.row(row) = random_row(random, d_k);
        const Matrix weights = would_be.weights(queries);
        for (Index row = 0; row < queries.rows(); ++row) {
            Experiment moved = at.e;
            for (Index column = 0; column < d_k; ++column)
                moved =
                    with_override(moved, {StageId::queries, at.head, at.query, column}, queries(row, column));
            const Trace trace = compute(moved).value();
            QVERIFY(is_near(weights.row(row), trace.stage(StageId::weights, at.head).row(at.query)));
        }
    }
}

/// Each cell against the engine's weights at its middle, the query's own place among them.
void TestWouldBeWeights::rasterIsTheEngines() {
    RandomExperiments random(533);
    int won = 0;
    for (int round = 0; round < many_experiments / 2; ++round) {
        const RandomArrows at(round % 2 == 0 ? random.next() : telling_experiment(random), random);
        if (!is_steady(at.e) || Oracle(at.e).depends_on_order())
            continue;
        const HeadVectors shown = at.shown();
        const WouldBeWeights would_be(at.e, at.trace.kept(), at.head, at.query);
        const bool is_best = random.coin();
        const Plane plane =
            plane_of_scores(shown, {is_best ? PlaneChoice::Kind::best : PlaneChoice::Kind::components});
        if (!shown.q.allFinite())
            continue;
        // So that q stands in the middle of cell (1, 2).
        const PlanePoint q = plane.point(shown.q);
        const PlaneGrid grid{q.x() - 1.5, q.x() + 2.5, q.y() - 1.25, q.y() + 0.75, 4, 4};
        const WinnerRaster raster = winner_raster(would_be, plane, shown.q, grid);
        const TokenIndex only = round % would_be.keys();
        const WinnerRaster of_one = winner_raster(would_be, plane, shown.q, grid, only);
        for (Index row = 0; row < grid.rows; ++row) {
            for (Index column = 0; column < grid.columns; ++column) {
                const Matrix query = plane.moved(shown.q, grid.middle(column, row));
                const RowVector weights = would_be.weights(query).row(0);
                const auto most = most_attended(weights);
                const TokenIndex winner = raster.winner_at(column, row);
                QCOMPARE(winner == no_winner, !most.has_value());
                won += most ? 1 : 0;
                QVERIFY(!most || std::abs(raster.share_at(column, row) - weights(*most)) <= 1e-9);
                QVERIFY(!most || std::abs(weights(winner) - weights(*most)) <= 1e-9);
                const double its = weights(only) > 0 ? weights(only) : 0;
                QVERIFY(std::abs(of_one.share_at(column, row) - its) <= 1e-9);
                QCOMPARE(of_one.winner_at(column, row), of_one.share_at(column, row) > 0 ? only : no_winner);
            }
        }
        const auto most = most_attended(at.row(StageId::weights));
        QCOMPARE(raster.winner_at(1, 2) == no_winner, !most.has_value());
        QVERIFY(!most || std::abs(raster.share_at(1, 2) - at.row(StageId::weights)(*most)) <= 1e-9);
    }
    QVERIFY(won > many_experiments);
}

/// Two keys of equal length: the query attends to the nearer one, more so farther out.
void TestWouldBeWeights::rasterByHand() {
    const Experiment e = of_vectors(Matrix{{1, 0, 7}}, Matrix{{1, 0, 0}, {0, 1, 0}}, Matrix{{1}, {1}});
    const WouldBeWeights would_be(e, nothing_kept, 0, 0);
    const HeadVectors shown = head_vectors(e, nothing_kept, 0, 0);
    const WinnerRaster raster =
        winner_raster(would_be, plane_of_scores(shown, {}), shown.q, {-2, 2, -1, 1, 4, 2});
    QCOMPARE(raster.columns, 4);
    QCOMPARE(raster.rows, 2);
    // From the bottom, from the left: x of −1.5, −0.5, 0.5 and 1.5 beside y of −0.5 and 0.5; where both are
    // equal, the first.
    QVERIFY((raster.winner == std::vector<TokenIndex>{1, 0, 0, 0, 1, 1, 0, 0}));
    const double factor = 1 / std::sqrt(3);
    const auto share = [&](double ahead) { return 1 / (1 + std::exp(-ahead * factor)); };
    const std::vector<double> shares{share(1), share(0), share(1), share(2),
                                     share(2), share(1), share(0), share(1)};
    for (std::size_t i = 0; i < shares.size(); ++i)
        QVERIFY(std::abs(raster.share[i] - shares[i]) < 1e-12);
}

void TestWouldBeWeights::nobodyWins_data() {
    QTest::addColumn<Edit>("edit");
    QTest::newRow("all hidden") << Edit([](Experiment& e) { e.mask.padding = {0, 1}; });
    QTest::newRow("overflow") << Edit([](Experiment& e) { e.scores.scale = 1e308; });
    QTest::newRow("below 0") << Edit([](Experiment& e) {
        for (const Index column : {0, 1})
            e = with_override(e, {StageId::weights, 0, 0, column}, -1);
    });
}

void TestWouldBeWeights::nobodyWins() {
    QFETCH(const Edit, edit);
    Experiment e = of_vectors(Matrix{{1e3, 0}}, Matrix{{1e3, 0}, {0, 1e3}}, Matrix{{1}, {1}});
    edit(e);
    const HeadVectors shown = head_vectors(e, nothing_kept, 0, 0);
    const WinnerRaster raster = winner_raster(WouldBeWeights(e, nothing_kept, 0, 0),
                                              plane_of_scores(shown, {}), shown.q, {1, 2, 1, 2, 3, 3});
    QVERIFY((raster.winner == std::vector<TokenIndex>(9, no_winner)));
    QVERIFY((raster.share == std::vector<double>(9, 0)));
}

LAB_GUILESS_TEST(TestWouldBeWeights)
#include "tst_would_be_weights.moc"
