// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: what is covered, so that a class predicts first.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/document/exercise.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"
#include "ui/window/strips/exercise_strip.h"

#include <array>

using namespace lab;
using namespace lab::test;

class TestPresentCover : public PresentTest {
    Q_OBJECT

private slots:
    void coverAndReveal();
    void takenBack();
    void coverAll();
    void onlyWhatIsShown_data();
    void onlyWhatIsShown();
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
    QVERIFY(!w.document().isModified());
}

/// The same key again takes back what it did: nothing is given away, and nothing that was opened is lost.
void TestPresentCover::takenBack() {
    LabWindow& w = openWindow({1440, 900});
    const HelpLine& help = present().slide()->help();
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_C);
    w.click(StageId::weights, {0, 0});
    pointAt(StageId::weights, {2, 2});
    const auto isOpen = [&](Index row, Index column) { return !isCovered(StageId::weights, row, column); };
    for (int i = 0; i < 2; ++i) {
        w.press_key(Qt::Key_C);
        QVERIFY(!isOpen(0, 0) && !isOpen(1, 1));
        w.press_key(Qt::Key_C);
        QVERIFY(isOpen(0, 0) && !isOpen(1, 1));
        w.press_key(Qt::Key_O);
        QVERIFY(isOpen(0, 0) && isOpen(1, 1));
        w.press_key(Qt::Key_O);
        QVERIFY(isOpen(0, 0) && !isOpen(1, 1));
    }
    w.press_key(Qt::Key_O);
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    QVERIFY2(help.text().contains("Nothing is covered"), qPrintable(help.text()));
    w.press_key(Qt::Key_C);
    w.document().setValue(ParameterId::W_Q, 0, 0, 0.25); // covers again: there is nothing to take back
    w.press_key(Qt::Key_C);
    QVERIFY(!isOpen(0, 0));
    QVERIFY2(help.text().contains("All of it is covered"), qPrintable(help.text()));
}

void TestPresentCover::coverAll() {
    LabWindow& w = openWindow({1440, 900});
    present();
    const std::array all{StageId::queries, StageId::scores, StageId::weights, StageId::output};
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    for (const StageId id : all)
        QVERIFY2(isCovered(id, 0, 0), info(id).name.data());
    w.click(StageId::weights, {0, 0});
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    for (const StageId id : all)
        QVERIFY2(!isCovered(id, 0, 0), info(id).name.data());
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    QVERIFY(isCovered(StageId::scores, 0, 0) && !isCovered(StageId::weights, 0, 0));
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    w.board().showAlone(StageId::weights);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    QVERIFY(isCovered(StageId::weights, 0, 0) && !isCovered(StageId::queries, 0, 0));
}

/// Shift C covers what a page shows, and nothing else.
void TestPresentCover::onlyWhatIsShown_data() {
    using enum StageId;
    QTest::addColumn<Qt::Key>("page");
    QTest::addColumn<QList<int>>("covered"); // stages of the other head
    QTest::addColumn<QList<int>>("open");    // stages of the shown head
    const auto stages = [](std::initializer_list<StageId> all) {
        QList<int> numbers;
        for (const StageId each : all)
            numbers += static_cast<int>(each);
        return numbers;
    };
    QTest::newRow("heads") << Qt::Key_4 << stages({weights}) << stages({queries, keys, values, scores});
    QTest::newRow("links") << Qt::Key_3 << QList<int>{} << stages({queries, keys, values, scores, output});
}

void TestPresentCover::onlyWhatIsShown() {
    QFETCH(Qt::Key, page);
    QFETCH(QList<int>, covered);
    QFETCH(QList<int>, open);
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    w.press_key(page, Qt::ControlModifier);
    present();
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    const Cover& cover = w.document().cover();
    QVERIFY(cover.covers({StageId::weights, 0, 0, 0}));
    for (const int stage : covered)
        QVERIFY(cover.covers({static_cast<StageId>(stage), 1, 0, 0}));
    for (const int stage : open)
        QVERIFY2(!cover.covers({static_cast<StageId>(stage), 0, 0, 0}),
                 info(static_cast<StageId>(stage)).name.data());
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
