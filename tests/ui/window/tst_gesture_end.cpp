// SPDX-License-Identifier: GPL-3.0-or-later
//
// A drag ends with what it is in: when that is hidden, moved to a slide or deleted, or its window is left.
#include "tests/support/document_bytes.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/support/turned_wheel.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/menu/actions.h"
#include "ui/window/present/presentation.h"
#include "ui/window/strips/snapshot_strip.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QWindow>

#include <functional>

using namespace lab;
using namespace lab::test;

class TestGestureEnd : public WindowTest {
    Q_OBJECT

private slots:
    void dragOfANumber_data();
    void dragOfANumber();
    void droppedNowhere_data();
    void droppedNowhere();
    void noClick();
    void noEditor();
    void pan();
};

void TestGestureEnd::dragOfANumber_data() {
    QTest::addColumn<QString>("how");
    for (const char* how : {"page", "folded", "presenting", "document", "left"})
        QTest::newRow(how) << how;
}

/// What it has changed so far is kept as one step, and the pointer changes nothing any more.
void TestGestureEnd::dragOfANumber() {
    QFETCH(QString, how);
    LabWindow& w = window();
    QWidget& cells = *w.grid(ParameterId::W_Q).viewport();
    const QPoint from = cells.mapTo(&w, w.cell_of(ParameterId::W_Q));
    const auto move = [&](int by) { QTest::mouseMove(w.windowHandle(), from + QPoint(by, 0)); };
    const double before = w.value(ParameterId::W_Q);
    QTest::mousePress(w.windowHandle(), Qt::LeftButton, {}, from);
    move(20);
    move(60);
    const double dragged = w.value(ParameterId::W_Q);
    QVERIFY(dragged != before);
    QVERIFY(w.document().isPreviewing());
    QWidget other;
    if (how == "page")
        w.press_key(Qt::Key_2, Qt::ControlModifier);
    else if (how == "folded")
        w.press_key(Qt::Key_F9);
    else if (how == "presenting")
        w.press_key(Qt::Key_F5, Qt::ShiftModifier);
    else if (how == "document")
        w.controller().openExample("two-heads");
    else {
        other.show();
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other));
    }
    QCoreApplication::processEvents();
    QVERIFY(!w.document().isPreviewing());
    const double now = w.value(ParameterId::W_Q);
    if (how != "document") {
        QCOMPARE(now, dragged);
        QCOMPARE(w.document().undoStack().count(), 1);
    }
    move(100);
    move(160);
    QCOMPARE(w.value(ParameterId::W_Q), now);
    QVERIFY(!w.document().isPreviewing());
    QTest::mouseRelease(w.windowHandle(), Qt::LeftButton, {}, from + QPoint(160, 0));
    QCOMPARE(w.value(ParameterId::W_Q), now);
}

void TestGestureEnd::droppedNowhere_data() {
    QTest::addColumn<bool>("isScene"); ///< otherwise a token
    QTest::addColumn<bool>("isTaken"); ///< otherwise let go
    QTest::newRow("a token") << false << true;
    QTest::newRow("a token that is let go") << false << false;
    QTest::newRow("a scene") << true << true;
    QTest::newRow("a scene that is let go") << true << false;
}

/// What goes where it is dropped stays where it is, unless it is dropped.
void TestGestureEnd::droppedNowhere() {
    QFETCH(bool, isScene);
    QFETCH(bool, isTaken);
    LabWindow& w = window();
    for (int i = 0; isScene && i < 2; ++i) {
        w.actions()[ActionId::keep_scene].trigger();
        QTest::keyClick(&w.snapshotStrip()->nameLine(), Qt::Key_Return);
    }
    const QWidget& first = isScene ? *w.snapshotStrip()->pills().front() : *w.sentence().chips()[0];
    const QWidget& second = isScene ? *w.snapshotStrip()->pills()[1] : *w.sentence().chips()[1];
    const std::string before = saved_bytes(w.document());
    const int steps = w.document().undoStack().index();
    const QPoint from = first.mapTo(&w, first.rect().center());
    const QPoint to = second.mapTo(&w, second.rect().center() + QPoint(second.width() / 4, 0));
    QTest::mousePress(w.windowHandle(), Qt::LeftButton, {}, from);
    QTest::mouseMove(w.windowHandle(), (from + to) / 2);
    QTest::mouseMove(w.windowHandle(), to);
    QWidget other;
    if (isTaken) {
        other.show();
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other));
        QCoreApplication::processEvents();
    }
    QTest::mouseRelease(w.windowHandle(), Qt::LeftButton, {}, to);
    QCOMPARE(saved_bytes(w.document()) == before, isTaken);
    QCOMPARE(w.document().undoStack().index(), isTaken ? steps : steps + 1);
    QVERIFY(!w.selection().isInspecting()); // nor is it a click
}

/// The end of a press is no click on what it was in.
void TestGestureEnd::noClick() {
    LabWindow& w = window();
    const MatrixHeatmap& matrix = w.heatmap(StageId::weights);
    const QPoint cell = matrix.mapTo(&w, matrix.cellRect({0, 0}).center().toPoint());
    w.selection().clearInspected();
    QTest::mousePress(w.windowHandle(), Qt::LeftButton, {}, cell);
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QCoreApplication::processEvents();
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QTest::mouseRelease(w.windowHandle(), Qt::LeftButton, {}, cell);
    QVERIFY(!w.selection().isInspecting());
}

/// Nor does a double click open its editor where nobody sees it.
void TestGestureEnd::noEditor() {
    LabWindow& w = window();
    MatrixHeatmap& matrix = w.heatmap(StageId::weights);
    const QPoint cell = matrix.mapTo(&w, matrix.cellRect({0, 0}).center().toPoint());
    QTest::mouseClick(w.windowHandle(), Qt::LeftButton, {}, cell);
    // As the second press of two comes from the window system.
    QMouseEvent second(QEvent::MouseButtonDblClick, matrix.mapFrom(&w, cell), w.mapToGlobal(cell),
                       Qt::LeftButton, Qt::LeftButton, {});
    QApplication::sendEvent(&matrix, &second);
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QCoreApplication::processEvents();
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QCoreApplication::processEvents();
    const auto* editor = w.board().card(StageId::weights)->overrideEditor().editor();
    QVERIFY(!editor || !editor->isVisible());
}

/// The middle button's drag ends as well.
void TestGestureEnd::pan() {
    LabWindow& w = window();
    MatrixHeatmap& matrix = w.heatmap(StageId::weights);
    const QPointF cell = matrix.cellRect({0, 0}).center();
    for (int i = 0; i < 6; ++i)
        turn_wheel(matrix, cell, QPoint(0, 120), Qt::ControlModifier);
    QVERIFY(!matrix.shownPart().isEmpty());
    const QPoint from = matrix.mapTo(&w, cell.toPoint());
    QTest::mousePress(w.windowHandle(), Qt::MiddleButton, {}, from);
    QTest::mouseMove(w.windowHandle(), from - QPoint(10, 10));
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QCoreApplication::processEvents();
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QCoreApplication::processEvents();
    const QRectF before = matrix.cellRect({0, 0});
    QTest::mouseMove(w.windowHandle(), from - QPoint(60, 60));
    QCOMPARE(matrix.cellRect({0, 0}), before);
    QTest::mouseRelease(w.windowHandle(), Qt::MiddleButton, {}, from - QPoint(60, 60));
}

LAB_WINDOW_TEST(TestGestureEnd)
#include "tst_gesture_end.moc"
