// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: what is covered, so that a class predicts first.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/document/exercise.h"
#include "ui/window/strips/exercise_strip.h"

using namespace lab;
using namespace lab::test;

class TestPresentCover : public PresentTest {
    Q_OBJECT

private slots:
    void coverAndReveal();
    void coverAll();
    void noExerciseMeanwhile();
};

void TestPresentCover::coverAndReveal() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.press_key(Qt::Key_C);
    QVERIFY(w.document().cover().isEmpty()); // nothing is pointed at
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_C);
    const Dimensions d = dimensions(w.document().experiment());
    for (Index i = 0; i < d.n_q * d.n_k; ++i)
        QVERIFY(isCovered(StageId::weights, i / d.n_k, i % d.n_k));
    QVERIFY(!isCovered(StageId::head_outputs, 0, 0));
    w.click(StageId::weights, {1, 1});
    QVERIFY(!isCovered(StageId::weights, 1, 1) && !w.selection().isInspecting());
    w.press_key(Qt::Key_PageDown);
    QVERIFY(!isCovered(StageId::weights, 0, 0) && isCovered(StageId::weights, 0, 1));
    w.press_key(Qt::Key_PageDown);
    QVERIFY(!isCovered(StageId::weights, 0, 1));
    w.press_key(Qt::Key_PageUp);
    QVERIFY(!isCovered(StageId::weights, 0, 0) && isCovered(StageId::weights, 0, 1));
    w.click(StageId::weights, {1, 1}); // open: now it is inspected
    QVERIFY(w.selection().inspected().has_value());
    w.press_key(Qt::Key_Escape);
    pointAt(StageId::weights, {2, 2});
    w.press_key(Qt::Key_C);
    QVERIFY(isCovered(StageId::weights, 0, 0));
    w.press_key(Qt::Key_C);
    QVERIFY(!isCovered(StageId::weights, 0, 0) && w.document().cover().isEmpty());
    QVERIFY(!w.document().isModified());
}

void TestPresentCover::coverAll() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    for (const StageId id : {StageId::queries, StageId::scores, StageId::weights, StageId::output})
        QVERIFY2(isCovered(id, 0, 0), info(id).name.data());
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    QVERIFY(w.document().cover().isEmpty());
    w.board().showAlone(StageId::weights);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    QVERIFY(isCovered(StageId::weights, 0, 0) && !isCovered(StageId::queries, 0, 0));
}

void TestPresentCover::noExerciseMeanwhile() {
    LabWindow& w = openWindow({1440, 900});
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    auto& strip = *w.findChild<ExerciseStrip*>();
    QVERIFY(strip.isVisible() && w.selection().asked());
    present();
    QVERIFY(!strip.isVisible() && !w.selection().asked());
    QVERIFY(isCovered(StageId::weights, 0, 0));
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageUp);
    QVERIFY(!strip.isVisible() && !w.selection().asked());
    w.press_key(Qt::Key_F5);
    QVERIFY(strip.isVisible() && w.selection().asked());
}

LAB_WINDOW_TEST(TestPresentCover)
#include "tst_present_cover.moc"
