// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a picture of a query shows: the engine's numbers, and feet that give the scores.
#include "core/edits/cell_overrides.h"
#include "core/experiment/overrides.h"
#include "tests/core/geometry/arrows.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "tests/support/truth.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestHeadVectors : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void areTheEnginesNumbers();
    void footTimesLengthIsTheScore();
    void byHand();
    void theMostAttended_data();
    void theMostAttended();
};

void TestHeadVectors::areTheEnginesNumbers() {
    RandomExperiments random(501);
    for (int round = 0; round < many_experiments; ++round) {
        const RandomArrows at(round % 2 == 0 ? random.next() : telling_experiment(random), random);
        for (const bool is_kept : {true, false}) {
            const HeadVectors shown =
                head_vectors(at.e, is_kept ? at.trace.kept() : nothing_kept, at.head, at.query);
            QVERIFY(is_alike(shown.q, at.row(StageId::queries)));
            QVERIFY(is_alike(shown.keys, at.trace.stage(StageId::keys, at.head)));
            QVERIFY(is_alike(shown.scores, at.row(StageId::scores)));
            QVERIFY(is_alike(shown.masked, at.row(StageId::masked_scores)));
            QVERIFY(is_alike(shown.values, at.trace.stage(StageId::values, at.head)));
            QVERIFY(is_alike(shown.weights, at.row(weights_in_use(at.e))));
            QVERIFY(is_alike(shown.z, at.row(StageId::head_outputs)));
        }
    }
}

void TestHeadVectors::footTimesLengthIsTheScore() {
    RandomExperiments random(502);
    int compared = 0, typed = 0;
    for (int round = 0; round < many_experiments; ++round) {
        RandomArrows at(round % 2 == 0 ? random.next() : telling_experiment(random), random);
        if (random.coin()) {
            const CellRef cell{StageId::scores, at.head, at.query,
                               random.between(0, dimensions(at.e).n_k - 1)};
            at.e = with_override(at.e, cell, random.number());
            at.trace = compute(at.e).value();
        }
        const HeadVectors shown = at.shown();
        for (Index key = 0; key < shown.keys.rows(); ++key) {
            const CellRef cell{StageId::scores, at.head, at.query, key};
            QCOMPARE(shown.is_typed(key), override_of(at.e, cell) != nullptr);
            const auto foot = shown.feet[static_cast<std::size_t>(key)];
            typed += shown.is_typed(key) ? 1 : 0;
            if (!foot || shown.is_typed(key))
                continue;
            const double terms = shown.length() * shown.keys.row(key).stableNorm();
            if (!std::isfinite(terms))
                continue;
            QVERIFY(std::abs(*foot * shown.length() - shown.scores(key)) <= 1e-12 * terms);
            ++compared;
        }
    }
    QVERIFY(compared > many_experiments);
    QVERIFY(typed > 0);
}

void TestHeadVectors::byHand() {
    const Matrix Q{{3, 4}, {0, 0}, {1e200, 1e200}, {3e-310, 4e-310}};
    const Matrix K{{5, 0}, {-3, -4}, {1e200, 0}, {4, -3}};
    const Experiment e = of_vectors(Q, K, K);
    const auto feet = [&](TokenIndex query) { return head_vectors(e, nothing_kept, 0, query).feet; };
    using Feet = std::vector<std::optional<double>>;
    const auto agree = [](const Feet& is, const Feet& should) {
        for (std::size_t i = 0; i < should.size(); ++i) {
            if (is[i].has_value() != should[i].has_value() ||
                (is[i] && !(std::abs(*is[i] - *should[i]) <= 1e-12 * (1 + std::abs(*should[i])))))
                return false;
        }
        return is.size() == should.size();
    };
    QVERIFY(agree(feet(0), {3, -5, 0.6e200, 0}));
    QVERIFY(agree(feet(1), {{}, {}, {}, {}}));
    // Its scores overflow, and its feet do not.
    QVERIFY(agree(feet(2), {5 / std::sqrt(2), -7 / std::sqrt(2), 1e200 / std::sqrt(2), 1 / std::sqrt(2)}));
    QVERIFY(std::isinf(head_vectors(e, nothing_kept, 0, 2).scores(2)));
    QVERIFY(agree(feet(3), {3, -5, 0.6e200, 0}));
}

void TestHeadVectors::theMostAttended_data() {
    QTest::addColumn<QList<double>>("weights");
    QTest::addColumn<int>("most"); // −1: none
    const double infinity = HUGE_VAL;
    QTest::newRow("the largest") << QList<double>{0.2, 0.5, 0.3} << 1;
    QTest::newRow("the first of two") << QList<double>{0.2, 0.4, 0.4} << 1;
    QTest::newRow("the first but for rounding") << QList<double>{0.2, 0.4, 0.4 + 1e-16} << 1;
    QTest::newRow("beyond rounding") << QList<double>{0.2, 0.4, 0.4 + 1e-10} << 2;
    QTest::newRow("of one") << QList<double>{1.0} << 0;
    QTest::newRow("none is above 0") << QList<double>{0.0, -2.0} << -1;
    QTest::newRow("infinite") << QList<double>{0.0, infinity, -infinity} << 1;
    QTest::newRow("not a number") << QList<double>{0.5, std::nan("")} << -1;
}

void TestHeadVectors::theMostAttended() {
    QFETCH(const QList<double>, weights);
    QFETCH(const int, most);
    const RowVector row = Eigen::Map<const RowVector>(weights.constData(), weights.size());
    QCOMPARE(static_cast<int>(most_attended(row).value_or(-1)), most);
}

LAB_GUILESS_TEST(TestHeadVectors)
#include "tst_head_vectors.moc"
