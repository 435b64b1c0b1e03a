// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hull of the values, and whether an output must be in it.
#include "core/analysis/geometry/hull.h"
#include "core/edits/cell_overrides.h"
#include "tests/core/geometry/arrows.h"
#include "tests/core/gradients.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "tests/support/truth.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

class TestHull : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void corners_data();
    void corners();
    void randomPoints();
    void outputsAreAveragesUnlessSaid();
    void whyOutside_data();
    void whyOutside();
};

namespace {

/// Above 0 on the left of the way from a to b.
double side(const Matrix& points, Index a, Index b, Index c) {
    const RowVector ab = points.row(b) - points.row(a), ac = points.row(c) - points.row(a);
    return ab(0) * ac(1) - ab(1) * ac(0);
}

QString why_outside(const Experiment& e, const FindKept& kept, HeadIndex head, TokenIndex query) {
    const auto why = why_outside_hull(e, head_vectors(e, kept, head, query));
    return why ? QString::fromStdString(text_of(*why)) : QString();
}

} // namespace

void TestHull::corners_data() {
    QTest::addColumn<Matrix>("points");
    QTest::addColumn<QList<Index>>("hull");
    const auto row = [](const char* name, const Matrix& points, const QList<Index>& hull) {
        QTest::newRow(name) << points << hull;
    };
    row("none", Matrix(0, 2), {});
    row("one", Matrix{{3, 4}}, {0});
    row("one place", Matrix{{3, 4}, {3, 4}, {3, 4}}, {0});
    row("two", Matrix{{3, 4}, {1, 2}}, {1, 0});
    row("on a line", Matrix{{2, 2}, {1, 1}, {3, 3}, {1.5, 1.5}}, {1, 2});
    row("on a line that rounding bends", Matrix{{0.1, 0.3}, {0.2, 0.6}, {0.3, 0.3 * 3}, {0, 0}}, {3, 2});
    row("upright line", Matrix{{1, 2}, {1, 5}, {1, 3}}, {0, 1});
    row("a square with points on it and in it",
        Matrix{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}, {0, 1}}, {0, 2, 3, 4});
    row("repeated corners", Matrix{{2, 0}, {0, 0}, {1, 3}, {0, 0}, {2, 0}}, {1, 0, 2});
    row("the lowest of the leftmost", Matrix{{0, 5}, {0, -5}, {3, 0}}, {1, 2, 0});
    row("not finite", Matrix{{nan_value, 0}, {0, 0}, {infinity, 1}, {1, 0}, {0, 1}}, {1, 3, 4});
    row("nothing finite", Matrix{{nan_value, 0}, {0, -infinity}}, {});
    row("huge", Matrix{{-1e300, 0}, {1e300, 0}, {0, 1e300}, {0, 1e299}}, {0, 1, 2});
    row("tiny", Matrix{{0, 0}, {1e-300, 0}, {0, 1e-300}}, {0, 1, 2});
    row("small and far off", Matrix{{1, 1}, {1 + 1e-7, 1}, {1, 1 + 1e-7}}, {0, 1, 2});
}

void TestHull::corners() {
    QFETCH(const Matrix, points);
    QFETCH(const QList<Index>, hull);
    const std::vector<Index> found = convex_hull(points);
    QCOMPARE(QList<Index>(found.begin(), found.end()), hull);
}

/// No point is outside, every corner turns left, and the first is the leftmost.
void TestHull::randomPoints() {
    RandomExperiments random(521);
    for (int round = 0; round < many_experiments; ++round) {
        Matrix points(random.between(3, 12), 2);
        for (double& number : points.reshaped()) // often the same ones
            number = random.coin() ? random.number() : static_cast<double>(random.between(-2, 2));
        const std::vector<Index> hull = convex_hull(points);
        QVERIFY(!hull.empty());
        QCOMPARE(points(hull.front(), 0), points.col(0).minCoeff());
        for (std::size_t i = 0; hull.size() > 2 && i < hull.size(); ++i) {
            const Index a = hull[i], b = hull[(i + 1) % hull.size()], c = hull[(i + 2) % hull.size()];
            QVERIFY(side(points, a, b, c) > 0);
            for (Index each = 0; each < points.rows(); ++each)
                QVERIFY(side(points, a, b, each) >= -1e-9);
        }
    }
}

/// Where no reason is given, z is a convex combination of the values, as plain loops compute all of them; a
/// reason that is given is true.
void TestHull::outputsAreAveragesUnlessSaid() {
    RandomExperiments random(522);
    int inside = 0, outside = 0;
    for (int round = 0; round < 2 * many_experiments; ++round) {
        Experiment e = round % 2 == 0 ? random.next() : telling_experiment(random);
        if (random.coin())
            e.overrides.clear();
        if (e.overrides.empty() && random.coin())
            e.dropout.reset();
        const RandomArrows at(std::move(e), random);
        const Truth truth(at.e);
        if (truth.oracle().depends_on_order())
            continue;
        const QString why = why_outside(at.e, at.trace.kept(), at.head, at.query);
        if (!why.isEmpty()) {
            QCOMPARE(truth.fault_of_outside(at.head, at.query, why), QString());
            ++outside;
            continue;
        }
        ++inside;
        const RowVector z = at.row(StageId::head_outputs);
        const Dimensions d = dimensions(at.e);
        RowVector shares(d.n_k);
        for (Index key = 0; key < d.n_k; ++key)
            shares(key) = truth.oracle().at(weights_in_use(at.e), at.head, at.query, key).value;
        shares = shares.array().max(0);
        shares /= shares.sum();
        for (Index column = 0; column < d.d_v; ++column) {
            double average = 0, scale = 0;
            for (Index key = 0; key < d.n_k; ++key) {
                const double value = truth.oracle().at(StageId::values, at.head, key, column).value;
                average += shares(key) * value;
                scale = std::max(scale, std::abs(value));
            }
            QVERIFY(std::abs(z(column) - average) <= 1.1e-9 * scale);
        }
    }
    QVERIFY(inside > many_experiments / 4);
    QVERIFY(outside > many_experiments / 4);
}

void TestHull::whyOutside_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, const Edit& edit, const char* why) {
        QTest::newRow(name) << edit << why;
    };
    const auto overridden = [](StageId stage, Index column, double value) {
        return [=](Experiment& e) { e = with_override(e, {stage, 0, 0, column}, value); };
    };
    const auto kind = [](NormalizationKind of) { return [of](Experiment& e) { e.normalization.kind = of; }; };
    using Kind = NormalizationKind;
    row(
        "softmax", [](Experiment&) {}, "");
    row("sparsemax", kind(Kind::sparsemax), "");
    row("softmax without a shift", kind(Kind::softmax_naive), "");
    row(
        "causal", [](Experiment& e) { e.mask.causal = true; }, "");
    row(
        "dropout of nothing",
        [](Experiment& e) {
            e.dropout = Dropout{0, 1};
        },
        "");
    row("an output", overridden(StageId::head_outputs, 1, 3), "numbers of the output are overridden");
    row("a value of −∞", overridden(StageId::values, 1, -HUGE_VAL),
        "weights, values and output are not all finite numbers");
    row("a sum", kind(Kind::sum), "a weight is below 0: scores of both signs are divided by their sum");
    row("sigmoid", kind(Kind::sigmoid), "the weights sum to 1.665618: sigmoid computes each weight alone");
    row(
        "a sink", [](Experiment& e) { e.normalization.sink = share(Matrix{{1}}); },
        "the weights sum to 0.6331361: the sink takes part of the attention");
    row(
        "dropout",
        [](Experiment& e) {
            e.dropout = Dropout{0.5, 1};
        },
        "the weights sum to 2: dropout divides the weights that it keeps by 0.5");
    row("a typed weight", overridden(StageId::weights, 0, 2),
        "the weights sum to 2.870058: weights are overridden");
    row("a typed weight below 0", overridden(StageId::weights, 0, -1),
        "a weight is below 0 and the weights sum to −0.1299417: weights are overridden");
    row(
        "nearly",
        [](Experiment& e) {
            for (const Index column : {0, 1, 2})
                e = with_override(e, {StageId::weights, 0, 0, column}, column == 0 ? 1.00000001 : 0);
        },
        "the weights do not sum to exactly 1: weights are overridden");
    row(
        "all hidden",
        [](Experiment& e) {
            e.mask.padding = {0, 1, 2};
        },
        "the weights sum to 0: every key is hidden");
    row(
        "all −∞",
        [](Experiment& e) {
            for (const Index column : {0, 1, 2})
                e = with_override(e, {StageId::masked_scores, 0, 0, column}, -HUGE_VAL);
        },
        "the weights sum to 0: every masked score is −∞");
    row(
        "a total that overflows",
        [](Experiment& e) {
            e.normalization.kind = Kind::sum;
            for (const Index column : {0, 1, 2})
                e = with_override(e, {StageId::masked_scores, 0, 0, column}, 1e308);
        },
        "the weights sum to 0: the sum that they are divided by is not finite");
    row(
        "several",
        [](Experiment& e) {
            e.normalization.sink = share(Matrix{{1}});
            e = with_override(e, {StageId::weights, 0, 0, 0}, 2);
            e.dropout = Dropout{0.5, 1};
        },
        "the weights sum to 5.101731: the sink takes part of the attention, weights are overridden and "
        "dropout divides the weights that it keeps by 0.5");
}

void TestHull::whyOutside() {
    QFETCH(const Edit, edit);
    QFETCH(const QString, why);
    Experiment e =
        of_vectors(Matrix{{1, 0.5}}, Matrix{{0.3, -2}, {0.2, 0.1}, {1, 1}}, Matrix{{1, 2}, {3, 4}, {5, 7}});
    edit(e);
    QCOMPARE(why_outside(e, nothing_kept, 0, 0), why);
}

LAB_GUILESS_TEST(TestHull)
#include "tst_hull.moc"
