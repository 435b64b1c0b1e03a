// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bubble at the pointer says what a drag changes.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/window/drag/drag_bubble.h"
#include "ui/window/drag/largest_change.h"

#include <QCursor>

using namespace lab;
using namespace lab::test;

class TestDragBubble : public WindowTest {
    Q_OBJECT

private slots:
    void saysTheLargestChange();
    void goesWhenNothingChanged();
    void staysInTheWindow();

private:
    DragBubble& bubble() { return *window().findChild<DragBubble*>(); }
    /// The pointer is at `place` of the window while a number is dragged to `value`.
    void dragTo(double value, QPoint place) {
        QCursor::setPos(window().mapToGlobal(place));
        window().document().preview(ParameterId::W_Q, 0, 1, value);
    }
};

void TestDragBubble::saysTheLargestChange() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    QVERIFY(!bubble().isVisible());
    dragTo(2, {400, 300});
    QVERIFY(bubble().isVisible());
    QCOMPARE(bubble().text(), largestChange(w.document(), 0));
    QVERIFY2(bubble().text().contains("→"), qPrintable(bubble().text()));
    QVERIFY(!bubble().geometry().contains(QPoint(400, 300))); // it does not cover what is dragged
    const QString before = bubble().text();
    dragTo(-3, {420, 300});
    QVERIFY(bubble().text() != before);
    const QString last = bubble().text();
    w.document().commitPreview();
    QVERIFY(bubble().isVisible()); // for a moment
    QCOMPARE(bubble().text(), last);
    QTRY_VERIFY(!bubble().isVisible());
}

void TestDragBubble::goesWhenNothingChanged() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const double first = w.value(ParameterId::W_Q, 0, 1);
    dragTo(2, {400, 300});
    w.document().cancelPreview();
    QVERIFY(!bubble().isVisible());
    dragTo(2, {400, 300});
    dragTo(first, {400, 300});
    QVERIFY(!bubble().isVisible()); // back where it began
    w.document().commitPreview();
    QVERIFY(!bubble().isVisible());
}

void TestDragBubble::staysInTheWindow() {
    LabWindow& w = openWindow({800, 600});
    w.document().openExample("sky-is-blue");
    for (const QPoint place : {QPoint(1, 1), QPoint(798, 1), QPoint(1, 598), QPoint(798, 598)}) {
        dragTo(2 + place.x(), place);
        if (!bubble().isVisible()) // it would cover something
            continue;
        QVERIFY(w.rect().contains(bubble().geometry()));
        QVERIFY(!bubble().geometry().contains(place));
    }
    w.document().cancelPreview();
}

LAB_WINDOW_TEST(TestDragBubble)
#include "tst_drag_bubble.moc"
