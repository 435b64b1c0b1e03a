// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: undoing all that was tried in class.
#include "core/experiment/is_same.h"
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/view_settings.h"
#include "ui/window/menu/actions.h"

using namespace lab;
using namespace lab::test;

class TestPresentRevert : public PresentTest {
    Q_OBJECT

private slots:
    void revert();
    void look();
    void revertsOnlyThatDocument();
};

void TestPresentRevert::revert() {
    LabWindow& w = openWindow({1440, 900});
    const QAction& action = w.actions()[ActionId::revert_presented];
    QVERIFY(!action.isEnabled());
    setCausal(w.document(), true);
    const Experiment before = w.document().experiment();
    present();
    QVERIFY(action.isEnabled());
    w.document().setValue(ParameterId::W_Q, 0, 0, 5);
    setCausal(w.document(), false);
    w.document().setText("something else");
    const int steps = w.document().undoStack().index();
    w.press_key(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(is_same(before, w.document().experiment()));
    QCOMPARE(w.document().undoStack().index(), steps + 1);
    w.document().undo();
    QVERIFY(!is_same(before, w.document().experiment()));
    w.press_key(Qt::Key_F5); // and afterwards, too
    w.press_key(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(is_same(before, w.document().experiment()));
}

/// How numbers, colours and cards were shown comes back, too, though it is no undo step.
void TestPresentRevert::look() {
    LabWindow& w = openWindow({1440, 900});
    const ViewSettings before = viewSettings(w.document().experiment());
    present();
    ViewSettings settings = before;
    settings.weights = Palette::grey;
    settings.weightRange = WeightRange::largest;
    settings.decimals = 1;
    setViewSettings(w.document(), settings);
    w.board().reveal(StageId::queries); // unfolds it
    const QSize unfolded = w.board().card(StageId::queries)->size();
    w.press_key(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(viewSettings(w.document().experiment()) == before);
    QVERIFY(w.board().card(StageId::queries)->isThumbnail() ||
            w.board().card(StageId::queries)->size() == unfolded);
    QVERIFY(!w.document().undoStack().canUndo());
    QVERIFY(!w.document().isModified());
}

void TestPresentRevert::revertsOnlyThatDocument() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.document().openExample("two-heads");
    QVERIFY(!w.actions()[ActionId::revert_presented].isEnabled());
    const Experiment opened = w.document().experiment();
    w.press_key(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(is_same(opened, w.document().experiment()));
}

LAB_WINDOW_TEST(TestPresentRevert)
#include "tst_present_revert.moc"
