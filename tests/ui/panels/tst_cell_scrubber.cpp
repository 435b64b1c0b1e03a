// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changing numbers with the wheel, oscillating them with a key, and selecting cells.
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/window/status_line.h"

#include <QHeaderView>
#include <QSet>
#include <QWheelEvent>

using namespace lab;
using namespace lab::test;

class TestCellScrubber : public WindowTest {
    Q_OBJECT

private slots:
    void wheel_data();
    void wheel();
    void wheelStepsAreOne();
    void wheelEndsWhereNumbersDo();
    void plainWheelScrolls();
    void wiggle();
    void wiggleEnds_data();
    void wiggleEnds();
    void anotherDocumentEndsIt();
    void leavingACell_data();
    void leavingACell();
    void selecting_data();
    void selecting();

private:
    QWidget* viewport() { return window().grid(ParameterId::W_Q).viewport(); }
    void turn(QPoint where, int notches, Qt::KeyboardModifiers modifiers);
    QSet<QPair<int, int>> selected();
};

void TestCellScrubber::turn(QPoint where, int notches, Qt::KeyboardModifiers modifiers) {
    for (int i = 0; i < std::abs(notches); ++i) {
        QWheelEvent event(where, viewport()->mapToGlobal(where), {}, {0, notches > 0 ? 120 : -120}, {},
                          modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport(), &event);
    }
}

QSet<QPair<int, int>> TestCellScrubber::selected() {
    QSet<QPair<int, int>> cells;
    for (const QModelIndex& index : window().grid(ParameterId::W_Q).selectionModel()->selectedIndexes())
        cells.insert({index.row(), index.column()});
    return cells;
}

void TestCellScrubber::wheel_data() {
    QTest::addColumn<int>("notches");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::addColumn<double>("change");
    // The largest number of W_Q is 0.661. A fiftieth of it is 0.0132, so steps are 0.01, five per notch.
    QTest::newRow("up") << 3 << Qt::KeyboardModifiers(Qt::ControlModifier) << 0.15;
    QTest::newRow("down") << -2 << Qt::KeyboardModifiers(Qt::ControlModifier) << -0.1;
    QTest::newRow("fine") << 3 << Qt::KeyboardModifiers(Qt::ControlModifier | Qt::ShiftModifier) << 0.015;
}

void TestCellScrubber::wheel() {
    QFETCH(int, notches);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    QFETCH(double, change);
    LabWindow& w = window();
    const double before = w.value(ParameterId::W_Q);
    const MatrixPtr weights = w.heatmap(StageId::weights).content().matrix;
    turn(w.cell_of(ParameterId::W_Q), notches, modifiers);
    QVERIFY(std::abs(w.value(ParameterId::W_Q) - before - change) < 1e-12);
    QVERIFY(!same_bits(*w.heatmap(StageId::weights).content().matrix, *weights)); // updated live
    QVERIFY(w.status().text().startsWith("W_Q[1,1] "));
    QTRY_COMPARE(w.document().undoStack().count(), 1); // committed once the wheel rests
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(w.value(ParameterId::W_Q), before);
}

void TestCellScrubber::wheelStepsAreOne() {
    LabWindow& w = window();
    turn(w.cell_of(ParameterId::W_Q), 2, Qt::ControlModifier);
    turn(w.cell_of(ParameterId::W_Q, 1, 1), 1, Qt::ControlModifier); // another number is another step
    QCOMPARE(w.document().undoStack().count(), 1);
    w.document().commitPreview();
    QCOMPARE(w.document().undoStack().count(), 2);
}

void TestCellScrubber::wheelEndsWhereNumbersDo() {
    LabWindow& w = window();
    w.document().setValue(ParameterId::W_Q, 0, 0, -1.75e308);
    turn(w.cell_of(ParameterId::W_Q), -3, Qt::ControlModifier);
    QCOMPARE(w.value(ParameterId::W_Q), -1.75e308);
    turn(w.cell_of(ParameterId::W_Q), 1, Qt::ControlModifier);
    QVERIFY(w.value(ParameterId::W_Q) > -1.75e308);
}

void TestCellScrubber::plainWheelScrolls() {
    LabWindow& w = window();
    turn(w.cell_of(ParameterId::W_Q), 2, {});
    QVERIFY(!w.document().isPreviewing());
}

void TestCellScrubber::wiggle() {
    LabWindow& w = window();
    QTest::mouseClick(viewport(), Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    const double before = w.value(ParameterId::W_Q);
    const Matrix weights = *w.document().view(StageId::weights).matrix;
    QTest::keyPress(&w.grid(ParameterId::W_Q), Qt::Key_W);
    double least = before;
    double most = before;
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 2100) {
        QTest::qWait(10);
        least = std::min(least, w.value(ParameterId::W_Q));
        most = std::max(most, w.value(ParameterId::W_Q));
    }
    QVERIFY(least < before - 0.2 && most > before + 0.2);
    QVERIFY(std::abs((least + most) / 2 - before) < 0.1); // oscillates around its value
    QTest::keyRelease(&w.grid(ParameterId::W_Q), Qt::Key_W);
    QCOMPARE(w.value(ParameterId::W_Q), before);
    QVERIFY(same_bits(*w.document().view(StageId::weights).matrix, weights));
    QCOMPARE(w.document().undoStack().count(), 0);
    QVERIFY(!w.isWindowModified());
    QTest::qWait(50);
    QVERIFY(!w.document().isPreviewing());
}

void TestCellScrubber::wiggleEnds_data() {
    QTest::addColumn<std::function<void(LabWindow&)>>("end");
    const auto row = [](const char* name, const std::function<void(LabWindow&)>& end) {
        QTest::newRow(name) << end;
    };
    row("escape", [](LabWindow& w) { w.press_key(Qt::Key_Escape); });
    row("the keyboard goes elsewhere", [](LabWindow& w) { w.sentence().line().setFocus(); });
    row("undo", [](LabWindow& w) { w.document().undo(); });
    row("another document", [](LabWindow& w) { w.controller().openExample("sky-is-blue"); });
}

void TestCellScrubber::wiggleEnds() {
    QFETCH(std::function<void(LabWindow&)>, end);
    LabWindow& w = window();
    QTest::mouseClick(viewport(), Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    QTest::keyPress(&w.grid(ParameterId::W_Q), Qt::Key_W);
    QTRY_VERIFY(w.document().isPreviewing());
    end(w);
    for (int i = 0; i < 5; ++i) {
        QTest::qWait(20);
        QVERIFY(!w.document().isPreviewing());
    }
    QTest::keyRelease(&w.grid(ParameterId::W_Q), Qt::Key_W);
    QCOMPARE(w.value(ParameterId::W_Q), -0.0271);
    QTRY_VERIFY(w.document().undoStack().count() <= 1); // switching documents asks first
}

/// Another document may come between the press and the first move, when a file has been read.
void TestCellScrubber::anotherDocumentEndsIt() {
    LabWindow& w = window();
    for (const char* next : {"sky-is-blue", "numeric-decoder", "two-heads"}) {
        w.document().openExample("two-heads-about-it");
        MatrixGrid& grid = w.grid(ParameterId::E);
        const QPoint last = grid.visualRect(grid.model()->index(6, 1)).center();
        QTest::mousePress(grid.viewport(), Qt::LeftButton, {}, last);
        w.document().openExample(next);
        QTest::mouseMove(grid.viewport(), last + QPoint(10, 0));
        QTest::mouseMove(grid.viewport(), last + QPoint(60, 0));
        QTest::mouseRelease(grid.viewport(), Qt::LeftButton, {}, last + QPoint(60, 0));
        QVERIFY(!w.document().isPreviewing());
        QVERIFY(!w.document().isModified());
        // A key that oscillates the number, likewise.
        w.document().openExample("two-heads-about-it");
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, last);
        QTest::keyPress(&grid, Qt::Key_W);
        w.document().openExample(next);
        QTest::qWait(40);
        QVERIFY(!w.document().isPreviewing());
        QTest::keyRelease(&grid, Qt::Key_W);
        QVERIFY(!w.document().isModified());
    }
}

void TestCellScrubber::leavingACell_data() {
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::newRow("enter leads down") << Qt::Key_Return << 5.0 << 1 << 0;
    QTest::newRow("tab leads to the right") << Qt::Key_Tab << 5.0 << 0 << 1;
    QTest::newRow("escape restores") << Qt::Key_Escape << -0.0271 << 0 << 0;
}

void TestCellScrubber::leavingACell() {
    QFETCH(Qt::Key, key);
    QFETCH(double, value);
    QFETCH(int, row);
    QFETCH(int, column);
    LabWindow& w = window();
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    QTest::mouseClick(viewport(), Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    QTest::keyClicks(&grid, "5"); // typing replaces the number
    QTest::keyClick(viewport()->findChild<QLineEdit*>(), key);
    QTRY_VERIFY(!viewport()->findChild<QLineEdit*>());
    QCOMPARE(w.value(ParameterId::W_Q), value);
    QCOMPARE(grid.currentIndex().row(), row);
    QCOMPARE(grid.currentIndex().column(), column);
    QVERIFY(grid.hasFocus());
}

void TestCellScrubber::selecting_data() {
    QTest::addColumn<std::function<void(TestCellScrubber&)>>("select");
    QTest::addColumn<QList<QPair<int, int>>>("cells");
    using T = TestCellScrubber;
    const auto row = [](const char* name, const std::function<void(T&)>& select,
                        const QList<QPair<int, int>>& cells) { QTest::newRow(name) << select << cells; };
    const auto click = [](T& t) {
        QTest::mouseClick(t.viewport(), Qt::LeftButton, {}, t.window().cell_of(ParameterId::W_Q));
    };
    row("a click", click, {{0, 0}});
    row("Shift and an arrow",
        [=](T& t) {
            click(t);
            QTest::keyClick(&t.window().grid(ParameterId::W_Q), Qt::Key_Down, Qt::ShiftModifier);
        },
        {{0, 0}, {1, 0}});
    row("Shift and a click",
        [=](T& t) {
            click(t);
            QTest::mouseClick(t.viewport(), Qt::LeftButton, Qt::ShiftModifier,
                              t.window().cell_of(ParameterId::W_Q, 1, 1));
        },
        {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
    row("the header of a column",
        [](T& t) {
            QHeaderView* header = t.window().grid(ParameterId::W_Q).horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(1) + 5, 3});
        },
        {{0, 1}, {1, 1}});
    row("the header of a row",
        [](T& t) {
            QHeaderView* header = t.window().grid(ParameterId::W_Q).verticalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {3, header->sectionViewportPosition(1) + 5});
        },
        {{1, 0}, {1, 1}});
    row("all",
        [=](T& t) {
            click(t), QTest::keyClick(&t.window().grid(ParameterId::W_Q), Qt::Key_A, Qt::ControlModifier);
        },
        {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
}

void TestCellScrubber::selecting() {
    QFETCH(std::function<void(TestCellScrubber&)>, select);
    using Cells = QList<QPair<int, int>>;
    QFETCH(Cells, cells);
    select(*this);
    QCOMPARE(selected(), (QSet<QPair<int, int>>(cells.begin(), cells.end())));
    QVERIFY(window().grid(ParameterId::W_Q).hasFocus());
    QCOMPARE(window().document().undoStack().count(), 0);
}

LAB_WINDOW_TEST(TestCellScrubber)
#include "tst_cell_scrubber.moc"
