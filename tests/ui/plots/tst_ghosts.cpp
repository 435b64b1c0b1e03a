// SPDX-License-Identifier: GPL-3.0-or-later
//
// After a drag, the old numbers stay beside the new ones for a moment and fade.
#include "tests/support/test_program.h"
#include "tests/ui/plots/drag_by_hand.h"
#include "ui/plots/heatmap/heatmap_change.h"

#include <QPaintEvent>
#include <QWheelEvent>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

/// The regions that a widget paints.
class PaintedRegions : public QObject {
public:
    explicit PaintedRegions(QWidget& widget) { widget.installEventFilter(this); }
    QRegion all;

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() == QEvent::Paint)
            all += static_cast<QPaintEvent*>(event)->region();
        return false;
    }
};

} // namespace

class TestGhosts : public DragTest {
    Q_OBJECT

private slots:
    void numbers_data();
    void numbers();
    void paintedAlone();
    void endBy_data();
    void endBy();
    void needRoom_data();
    void needRoom();
};

void TestGhosts::numbers_data() {
    QTest::addColumn<StageId>("stage");
    QTest::newRow("queries") << StageId::queries;
    QTest::newRow("scores") << StageId::scores;
    QTest::newRow("weights") << StageId::weights;
    QTest::newRow("output") << StageId::output;
    QTest::newRow("nothing changes") << StageId::keys;
}

/// In the cells that had a wedge, and with the numbers from before the drag.
void TestGhosts::numbers() {
    QFETCH(StageId, stage);
    LabWindow& w = begin();
    MatrixHeatmap& heatmap = w.heatmap(stage);
    const Matrix before = *heatmap.content().matrix;
    drag(0.9);
    std::vector<StoredCell> marked;
    for (Index row = 0; row < before.rows(); ++row) {
        for (Index column = 0; column < before.cols(); ++column) {
            if (HeatmapChange(heatmap.content())({row, column}) != 0)
                marked.push_back({row, column});
        }
    }
    QVERIFY(!hasGhosts(heatmap));
    w.document().commitPreview();
    QCOMPARE(hasGhosts(heatmap), stage != StageId::keys);
    QCOMPARE(marked.empty(), stage == StageId::keys);
    if (marked.empty())
        return;
    QCOMPARE(heatmap.motion()->ghosts().size(), marked.size());
    for (std::size_t i = 0; i < marked.size(); ++i) {
        const Ghost& ghost = heatmap.motion()->ghosts()[i];
        QCOMPARE(ghost.cell, marked[i]);
        QCOMPARE(ghost.number, before(marked[i].row, marked[i].column));
        QVERIFY(std::abs(ghost.share) >= leastMarkedChange);
    }
    double strength = 1;
    for (int time = 0; time < HeatmapMotion::ghostTime - 50; time += 50) {
        m_clock->pass(50);
        QVERIFY(hasGhosts(heatmap) && heatmap.motion()->strength() <= strength);
        strength = heatmap.motion()->strength();
    }
    QVERIFY(strength < 0.2);
    m_clock->pass(50);
    QVERIFY(!hasGhosts(heatmap));
    const QImage after = heatmap.grab().toImage();
    heatmap.setContent(stageContent(w.document(), stage, 0, false));
    QVERIFY(after == heatmap.grab().toImage()); // nothing is left of them
}

/// They stay above the new number, and nothing but their cells is painted for them.
void TestGhosts::paintedAlone() {
    LabWindow& w = begin();
    w.selection().clearInspected();
    MatrixHeatmap& heatmap = w.heatmap(StageId::queries);
    drag(0.9);
    w.document().commitPreview();
    m_clock->pass(HeatmapMotion::rangeTime + 50);
    QVERIFY(hasGhosts(heatmap));
    const QRect old = heatmap.cellRect({0, 1}).toRect();
    const QImage with = heatmap.grab(old).toImage();
    const PaintedRegions painted(heatmap);
    for (int time = 250; time < HeatmapMotion::ghostTime; time += 10)
        m_clock->pass(10);
    QVERIFY(!hasGhosts(heatmap));
    QVERIFY(painted.all.contains(old.center()));
    for (Index row = 0; row < 3; ++row) // they have no wedge
        QVERIFY(!painted.all.contains(heatmap.cellRect({row, 0}).center().toPoint()));
    const QImage without = heatmap.grab(old).toImage();
    int differing = 0;
    for (int y = 0; y < without.height(); ++y) {
        for (int x = 0; x < without.width(); ++x) {
            if (with.pixel(x, y) == without.pixel(x, y))
                continue;
            ++differing;
            QVERIFY2(y < 0.4 * without.height(), qPrintable(QStringLiteral("at %1, %2").arg(x).arg(y)));
        }
    }
    QVERIFY(differing > 20);
}

void TestGhosts::endBy_data() {
    QTest::addColumn<QString>("by");
    QTest::addColumn<bool>("ends");
    QTest::newRow("click on nothing") << "click" << true;
    QTest::newRow("press in a grid") << "grid" << true;
    QTest::newRow("key") << "key" << true;
    QTest::newRow("wheel") << "wheel" << true;
    QTest::newRow("moving the mouse") << "move" << false;
    QTest::newRow("nothing") << "nothing" << false;
}

void TestGhosts::endBy() {
    QFETCH(QString, by);
    QFETCH(bool, ends);
    LabWindow& w = begin();
    drag(0.9);
    w.document().commitPreview();
    m_clock->pass(20);
    QVERIFY(hasGhosts(queries()));
    QWidget* grid = w.grid(ParameterId::W_Q).viewport();
    if (by == "click")
        QTest::mouseClick(&w.board(), Qt::LeftButton, {}, {2, 2});
    else if (by == "grid")
        QTest::mousePress(grid, Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    else if (by == "key")
        QTest::keyClick(&w, Qt::Key_Shift);
    else if (by == "move")
        QTest::mouseMove(&queries(), {5, 5});
    else if (by == "wheel") {
        QWheelEvent turned({5, 5}, w.board().mapToGlobal(QPointF(5, 5)), {}, {0, -120}, {}, {},
                           Qt::NoScrollPhase, false);
        QApplication::sendEvent(&w.board(), &turned);
    }
    QCOMPARE(hasGhosts(queries()), !ends);
    if (by == "grid")
        QTest::mouseRelease(grid, Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
}

void TestGhosts::needRoom_data() {
    QTest::addColumn<Density>("density");
    QTest::addColumn<double>("enlargement");
    QTest::addColumn<bool>("has_room");
    QTest::newRow("large") << Density::digits << 1.6 << true;
    QTest::newRow("least") << Density::digits << 0.8 << false;
    QTest::newRow("colours") << Density::large_colour << 1.0 << false;
}

void TestGhosts::needRoom() {
    QFETCH(Density, density);
    QFETCH(double, enlargement);
    QFETCH(bool, has_room);
    begin();
    HeatmapForm form;
    form.enlargement = enlargement;
    queries().setLook(density, form);
    drag(0.9);
    window().document().commitPreview();
    QCOMPARE(hasGhosts(queries()), has_room);
}

LAB_WINDOW_TEST(TestGhosts)
#include "tst_ghosts.moc"
