// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cards of the Heads page: their places, their order and their groups.
#include "core/analysis/head_patterns.h"
#include "core/engine/pipeline.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/heads_by_hand.h"
#include "ui/pages/heads/head_grid.h"
#include "ui/pages/heads/heads_controls.h"

#include <QScrollBar>

using namespace lab;
using namespace lab::test;

class TestHeadGrid : public HeadsTest {
    Q_OBJECT

private slots:
    void everyHeadIsInSight_data();
    void everyHeadIsInSight();
    void order_data();
    void order();
    void nothingMovesUnderTheHand();
    void withoutANumber();
    void groups();
    void planOfAGrid_data();
    void planOfAGrid();
};

void TestHeadGrid::everyHeadIsInSight_data() {
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("tokens");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("numbers");
    QTest::newRow("1 head") << 1 << 6 << QSize(1600, 1000) << true;
    QTest::newRow("2 heads") << 2 << 6 << QSize(1024, 700) << true;
    QTest::newRow("4 heads") << 4 << 6 << QSize(1600, 1000) << true;
    QTest::newRow("12 heads") << 12 << 6 << QSize(1600, 1000) << true;
    QTest::newRow("12 heads, 24 tokens") << 12 << 24 << QSize(1600, 1000) << false;
    QTest::newRow("64 heads") << 64 << 6 << QSize(1600, 1000) << false;
    QTest::newRow("64 heads, small") << 64 << 24 << QSize(1024, 700) << false;
}

/// All heads are visible without scrolling, except for 64 heads in a small window. The cards have equal sizes
/// and do not overlap.
void TestHeadGrid::everyHeadIsInSight() {
    QFETCH(int, heads);
    QFETCH(int, tokens);
    QFETCH(QSize, size);
    QFETCH(bool, numbers);
    openWindow(size);
    open(manyHeads(heads, tokens));
    HeadsPage& page = this->heads();
    QCOMPARE(page.cardCount(), heads);
    QList<QRect> places;
    for (int head = 0; head < heads; ++head) {
        const MatrixCard& card = page.card(head);
        const QRect place(card.mapTo(page.viewport(), QPoint(0, 0)), card.size());
        QCOMPARE(card.size(), page.card(0).size());
        QVERIFY(place.left() >= 0 && place.right() < page.viewport()->width());
        QVERIFY(place.bottom() < (heads < 64 ? 1.0 : 2.0) * page.viewport()->height());
        for (const QRect& other : places)
            QVERIFY(!other.intersects(place));
        places += place;
        // Every cell fits on the card.
        const MatrixHeatmap& heatmap = card.heatmap();
        QVERIFY(heatmap.rect().contains(
            heatmap.cellRect({tokens - 1, tokens - 1}).toAlignedRect().adjusted(1, 1, -1, -1)));
        QCOMPARE(isColourOnly(heatmap.metrics().density), !numbers);
    }
    QVERIFY(page.horizontalScrollBar()->maximum() == 0);
}

void TestHeadGrid::order_data() {
    QTest::addColumn<HeadOrder>("order");
    for (int i = 0; i <= int(HeadOrder::to_first); ++i)
        QTest::newRow(qPrintable(QString::number(i))) << HeadOrder(i);
}

void TestHeadGrid::order() {
    QFETCH(HeadOrder, order);
    const Experiment experiment = manyHeads(7, 5);
    open(experiment);
    choose("headsOrder", int(order));
    const Trace trace = compute(experiment).value();
    QList<int> expected{0, 1, 2, 3, 4, 5, 6};
    const auto number = [&](int head) {
        const HeadPattern p =
            head_pattern(trace.stage(StageId::weights, head), trace.stage(StageId::masked_scores, head));
        return order == HeadOrder::number         ? double(head)
               : order == HeadOrder::entropy      ? p.entropy
               : order == HeadOrder::from_uniform ? -p.from_uniform
               : order == HeadOrder::to_previous  ? -p.to_previous
               : order == HeadOrder::to_same      ? -p.to_same
                                                  : -p.to_first;
    };
    std::ranges::sort(expected, {}, number);
    QCOMPARE(standing(), expected);
    // The exported figure has the same order.
    const std::vector<HeadIndex> drawn = std::get<HeadsFigure>(*heads().figure()).order;
    QCOMPARE(QList<int>(drawn.begin(), drawn.end()), expected);
    if (order != HeadOrder::number)
        QVERIFY(expected != QList<int>({0, 1, 2, 3, 4, 5, 6})); // otherwise the test is void
}

/// Cards keep their positions during a drag, even if the sort order changes.
void TestHeadGrid::nothingMovesUnderTheHand() {
    Experiment experiment = manyHeads(2, 2);
    Matrix Q(2, 4), K(2, 4);
    Q << 10, 0, 2, 0, //
        10, 0, 2, 0;
    K << 1, 0, 1, 0, //
        -1, 0, -1, 0;
    experiment.projection.Q = lab::share(Q);
    experiment.projection.K = lab::share(K);
    open(experiment);
    choose("headsOrder", int(HeadOrder::entropy));
    QCOMPARE(standing(), (QList<int>{0, 1}));
    const QString note = heads().card(0).header().note();
    window().document().preview(ParameterId::Q, 0, 0, 0); // half of the first head's rows are now uniform
    QTRY_VERIFY(heads().card(0).header().note() != note);
    QCOMPARE(standing(), (QList<int>{0, 1}));
    window().document().commitPreview();
    QTRY_COMPARE(standing(), (QList<int>{1, 0}));
}

/// A head without a value says so and is sorted last.
void TestHeadGrid::withoutANumber() {
    HeadPattern none, sharp;
    sharp.entropy = 0.25;
    QCOMPARE(orderingText(none, HeadOrder::entropy), QStringLiteral("entropy –"));
    QCOMPARE(orderingText(sharp, HeadOrder::entropy), QStringLiteral("entropy 0.25 bits"));
    QCOMPARE(inOrder({none, sharp}, HeadOrder::entropy), (std::vector<HeadIndex>{1, 0}));
    // Values that differ only by rounding count as equal and keep the order of head numbers.
    HeadPattern nearly = sharp;
    nearly.entropy -= 1e-15;
    QCOMPARE(inOrder({sharp, nearly}, HeadOrder::entropy), (std::vector<HeadIndex>{0, 1}));
}

/// Heads that share keys and values have a common frame while sorted by number.
void TestHeadGrid::groups() {
    Experiment experiment = load_golden("grouped-query").experiment;
    open(experiment);
    const HeadIndex size = experiment.heads.count / experiment.heads.kv_count;
    const auto* grid = heads().findChild<HeadGrid*>();
    const int tall = grid->heightForWidth(grid->width());
    choose("headsOrder", int(HeadOrder::entropy));
    const int flat = grid->heightForWidth(grid->width());
    QVERIFY(size > 1);
    QVERIFY(tall > flat); // frame and caption
    choose("headsOrder", int(HeadOrder::number));
    // Cards of a group are closer to each other than to the next group.
    const int within = heads().card(1).x() - heads().card(0).geometry().right();
    const int between = heads().card(size).y() == heads().card(size - 1).y()
                            ? heads().card(size).x() - heads().card(size - 1).geometry().right()
                            : INT_MAX;
    QVERIFY(between > within);
}

void TestHeadGrid::planOfAGrid_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("groups");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<QPoint>("last");
    // Cards of 100 × 50 with gaps of 10. Frames have margins of 5 and captions of 20.
    QTest::newRow("one row") << 3 << 1 << 320 << 50 << QPoint(220, 0);
    QTest::newRow("two rows") << 3 << 1 << 319 << 110 << QPoint(0, 60);
    QTest::newRow("narrower than a card") << 2 << 1 << 50 << 110 << QPoint(0, 60);
    QTest::newRow("groups side by side") << 4 << 2 << 450 << 80 << QPoint(345, 25);
    QTest::newRow("groups below each other") << 4 << 2 << 440 << 170 << QPoint(115, 115);
    QTest::newRow("a group in two rows") << 4 << 2 << 219 << 290 << QPoint(5, 235);
}

void TestHeadGrid::planOfAGrid() {
    QFETCH(int, count);
    QFETCH(int, groups);
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(QPoint, last);
    const GridPlan plan = gridPlan(count, {100, 50}, groups, width, {10, 5, 20});
    QCOMPARE(plan.height, height);
    QCOMPARE(plan.cards.size(), std::size_t(count));
    QCOMPARE(plan.cards.back().topLeft(), last);
}

LAB_WINDOW_TEST(TestHeadGrid)
#include "tst_head_grid.moc"
