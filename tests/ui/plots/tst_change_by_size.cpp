// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a drag changes is marked by how much it changes, and nothing else looks different until the release.
#include "tests/support/lab_window.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/plots/heatmap/heatmap_change.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

double areaOf(const QPolygonF& polygon) {
    double twice = 0;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF& a = polygon[i];
        const QPointF& b = polygon[(i + 1) % polygon.size()];
        twice += a.x() * b.y() - b.x() * a.y();
    }
    return std::abs(twice) / 2;
}

} // namespace

class TestChangeBySize : public WindowTest {
    Q_OBJECT

private slots:
    void wedges_data();
    void wedges();
    void sharesOfTheLargest();
    void smallAndEndlessChanges();
    void coloursStayWhileDragging();
    void gridsKeepTheirColoursToo();
    void beyondTheRange();
};

void TestChangeBySize::wedges_data() {
    QTest::addColumn<QRectF>("cell");
    QTest::newRow("least") << QRectF(0, 0, 40, 22);
    QTest::newRow("largest") << QRectF(5, 7, 120, 64);
    QTest::newRow("square") << QRectF(-3, 2, 20, 20);
}

/// Their area is proportional to the change, they stay inside the cell, and point where the number goes.
void TestChangeBySize::wedges() {
    QFETCH(QRectF, cell);
    const double whole = areaOf(changeWedge(cell, 1));
    QVERIFY(whole > 0);
    for (const double share : {-1.0, -0.7, -0.25, -0.02, 0.02, 0.1, 0.5, 0.99}) {
        const QPolygonF wedge = changeWedge(cell, share);
        QVERIFY(std::abs(areaOf(wedge) / whole - std::abs(share)) < 1e-9);
        QVERIFY(cell.contains(wedge.boundingRect()));
        const auto above = std::ranges::count_if(
            wedge, [&](QPointF corner) { return corner.y() < wedge.boundingRect().center().y(); });
        QCOMPARE(above, share > 0 ? 1 : 2);
    }
}

void TestChangeBySize::sharesOfTheLargest() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.document().preview(ParameterId::W_Q, 0, 1, w.value(ParameterId::W_Q, 0, 1) + 0.4);
    for (const StageId id : {StageId::queries, StageId::scores, StageId::weights, StageId::output}) {
        const HeatmapContent& content = w.heatmap(id).content();
        QVERIFY(content.hasBefore());
        const Matrix change = *content.matrix - *content.before;
        const double largest = change.cwiseAbs().maxCoeff();
        QVERIFY(largest > 0);
        const HeatmapChange shares(content);
        for (Index row = 0; row < change.rows(); ++row) {
            for (Index column = 0; column < change.cols(); ++column) {
                const double share = change(row, column) / largest;
                const double marked = shares({row, column});
                if (std::abs(share) < leastMarkedChange)
                    QCOMPARE(marked, 0.0);
                else
                    QVERIFY(std::abs(marked - share) < 1e-12);
            }
        }
    }
    w.document().commitPreview();
    QVERIFY(!w.heatmap(StageId::weights).content().hasBefore());
}

void TestChangeBySize::smallAndEndlessChanges() {
    HeatmapContent content;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    content.before = share(Matrix{{1, 1, 1, 1, infinity, 1}});
    content.matrix = share(Matrix{{1, 2, 1.01, 0.9, 3, infinity}});
    const HeatmapChange change(content);
    QCOMPARE(change({0, 0}), 0.0);
    QCOMPARE(change({0, 1}), 1.0);
    QCOMPARE(change({0, 2}), 0.0); // 1 % of the largest
    QVERIFY(std::abs(change({0, 3}) + 0.1) < 1e-12);
    QVERIFY(std::isnan(change({0, 4})) && std::isnan(change({0, 5})));
    content.before = nullptr;
    QCOMPARE(HeatmapChange(content)({0, 1}), 0.0);
}

/// A number that stays keeps its colour to the bit, although the range would grow, until the drag ends.
void TestChangeBySize::coloursStayWhileDragging() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const auto colour = [&](StageId id, Index row, Index column) {
        const HeatmapContent& content = w.heatmap(id).content();
        return content.scale().rgb((*content.matrix)(row, column));
    };
    const QRgb before = colour(StageId::queries, 0, 0); // the first column of Q does not depend on W_Q[1,2]
    const QImage shown = w.heatmap(StageId::queries).grab().toImage();
    const QPoint inFirst =
        (w.heatmap(StageId::queries).cellRect({0, 0}).bottomLeft() + QPointF(6, -6)).toPoint();
    for (const double value : {2.0, 20.0, -400.0}) {
        w.document().preview(ParameterId::W_Q, 0, 1, value);
        QCOMPARE(colour(StageId::queries, 0, 0), before);
        QCOMPARE(w.heatmap(StageId::queries).grab().toImage().pixel(inFirst), shown.pixel(inFirst));
    }
    w.document().commitPreview();
    QVERIFY(colour(StageId::queries, 0, 0) != before);
    w.document().undo();
    QCOMPARE(colour(StageId::queries, 0, 0), before);
    // A drag that is cancelled leaves the range as it was.
    w.document().preview(ParameterId::W_Q, 0, 1, 50);
    w.document().cancelPreview();
    QCOMPARE(colour(StageId::queries, 0, 0), before);
}

void TestChangeBySize::gridsKeepTheirColoursToo() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const auto look = [&](int row, int column) {
        const QModelIndex index = w.grid(ParameterId::W_Q).model()->index(row, column);
        return std::pair(index.data(Qt::BackgroundRole).value<QColor>(),
                         index.data(Qt::DisplayRole).toString());
    };
    const auto other = look(0, 0);
    w.document().preview(ParameterId::W_Q, 0, 1, 500);
    QCOMPARE(look(0, 0), other);
    QVERIFY(look(0, 1) != other);
    w.document().commitPreview();
    QVERIFY(look(0, 0).first != other.first);
    w.document().undo();
    QCOMPARE(look(0, 0), other);
}

/// While its range is kept, the colours cannot show how large a number has become. A line under it says so.
void TestChangeBySize::beyondTheRange() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const auto isBeyond = [&](Index row, Index column) {
        const HeatmapContent& content = w.heatmap(StageId::queries).content();
        return content.scale().isBeyond((*content.matrix)(row, column));
    };
    QVERIFY(!isBeyond(0, 1));
    w.document().preview(ParameterId::W_Q, 0, 1, 500);
    QVERIFY(isBeyond(0, 1) && !isBeyond(0, 0));
    const QRectF cell = w.heatmap(StageId::queries).cellRect({0, 1});
    const QImage shown = w.heatmap(StageId::queries).grab().toImage();
    const QPoint foot(qRound(cell.center().x()), qRound(cell.bottom()) - 4);
    const QPoint besideFoot(qRound(cell.left()) + 5, qRound(cell.bottom()) - 4);
    QVERIFY(shown.pixel(foot) != shown.pixel(besideFoot));
    w.document().commitPreview();
    QVERIFY(!isBeyond(0, 1));
}

LAB_WINDOW_TEST(TestChangeBySize)
#include "tst_change_by_size.moc"
