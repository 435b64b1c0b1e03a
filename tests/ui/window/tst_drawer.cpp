// SPDX-License-Identifier: GPL-3.0-or-later
//
// In a narrow window the parameters are a drawer over the board.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/window/menu/actions.h"

using namespace lab;
using namespace lab::test;

class TestDrawer : public WindowTest {
    Q_OBJECT

private slots:
    void opensAndCloses();
    void edits();
    void followsTheWidth();
};

void TestDrawer::opensAndCloses() {
    LabWindow& w = openWindow({600, 700});
    const QRect board = w.board().geometry();
    QVERIFY(!w.parameters().isVisible());
    w.press_key(Qt::Key_F9);
    QVERIFY(w.parameters().isVisible());
    QVERIFY(w.actions()[ActionId::parameters].isChecked());
    QVERIFY(w.parameters().isAncestorOf(w.focusWidget()) || w.focusWidget() == &w.parameters());
    QCOMPARE(w.board().geometry(), board); // over it, not next to it
    const QPoint inside = w.parameters().mapTo(&w, w.parameters().rect().center());
    QVERIFY(w.parameters().isAncestorOf(w.childAt(inside)));
    QVERIFY(w.parameters().width() < w.width());
    w.press_key(Qt::Key_F9);
    QVERIFY(!w.parameters().isVisible());
    QVERIFY(w.focusWidget() && w.focusWidget()->isVisible()); // the focus does not stay in the closed drawer
}

void TestDrawer::edits() {
    LabWindow& w = openWindow({600, 700});
    w.press_key(Qt::Key_F9);
    QWidget* viewport = w.grid(ParameterId::W_Q).viewport();
    w.parameters().ensureWidgetVisible(&w.grid(ParameterId::W_Q));
    QTest::mouseClick(viewport, Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    QTest::mouseDClick(viewport, Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    auto* editor = viewport->findChild<QLineEdit*>();
    QVERIFY(editor);
    QTest::keyClicks(editor, "4");
    w.press_key(Qt::Key_F9); // closing commits what is being typed
    QVERIFY(!w.parameters().isVisible());
    QCOMPARE(w.value(ParameterId::W_Q), 4.0);
    QCOMPARE(w.document().undoStack().count(), 1);
}

void TestDrawer::followsTheWidth() {
    LabWindow& w = openWindow({600, 700});
    w.resize(1200, 700);
    QVERIFY(w.parameters().isVisible()); // as a column
    QCOMPARE(w.board().mapTo(&w, QPoint()).x(), w.parameters().width() + 1);
    w.resize(600, 700);
    QVERIFY(!w.parameters().isVisible());
    w.press_key(Qt::Key_F9);
    w.resize(1200, 700);
    w.resize(600, 700);
    QVERIFY(w.parameters().isVisible()); // still open
}

LAB_WINDOW_TEST(TestDrawer)
#include "tst_drawer.moc"
