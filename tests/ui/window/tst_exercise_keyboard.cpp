// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who has the keyboard before, during and after an exercise.
#include "tests/support/test_program.h"
#include "tests/ui/window/exercise_by_hand.h"
#include "ui/window/check/check_panel.h"
#include "ui/window/check/number_check.h"
#include "ui/window/page_stack.h"

using namespace lab;
using namespace lab::test;

class TestExerciseKeyboard : public ExerciseTest {
    Q_OBJECT

private slots:
    void afterwards();
    void staysAtHints();
    void oldAnswer();
    void clickedCell();
    void fromMenu();
};

/// Done leaves the keyboard to the page: a letter must not replace the sentence.
void TestExerciseKeyboard::afterwards() {
    LabWindow& w = window();
    const QString sentence = w.sentence().line().text();
    w.selection().clearInspected(); // Escape would end that first
    for (const bool byMouse : {true, false}) {
        w.sentence().line().setFocus();
        askForRow(0);
        if (byMouse)
            press("Done");
        else
            QTest::keyClick(&field(), Qt::Key_Escape);
        QVERIFY(!isAsked() && panel().isHidden());
        QVERIFY(w.focusWidget() == w.pages().currentWidget());
        QTest::keyClick(w.focusWidget(), Qt::Key_Q);
        QCOMPARE(w.sentence().line().text(), sentence);
    }
}

/// Hints leave it to the answer, or give it back.
void TestExerciseKeyboard::staysAtHints() {
    askForRow(0);
    QLineEdit& answer = field();
    type_letters(answer, "0.1");
    press("Hint");
    QVERIFY(answer.hasFocus());
    type_letters(*window().focusWidget(), "2");
    QCOMPARE(answer.text(), QString("0.12"));
    window().sentence().line().setFocus();
    press("Hint");
    QVERIFY(answer.hasFocus());
    card().hintButton().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&card().hintButton(), Qt::Key_Space);
    QCOMPARE(askedStep().hintsLeft(), 0);
    QVERIFY(answer.hasFocus());
}

/// A click into an answer that was judged selects it; one into an answer that is being typed does not.
void TestExerciseKeyboard::oldAnswer() {
    askForRow(0);
    QLineEdit& answer = field();
    const QString wrong = text(number(0, 0) + 0.3, 2);
    type_letters(answer, wrong);
    QTest::mouseClick(&answer, Qt::LeftButton, {}, QPoint(8, answer.height() / 2));
    QVERIFY(!answer.hasSelectedText());
    answer.end(false);
    QTest::keyClick(&answer, Qt::Key_Return);
    QVERIFY2(said().contains("is not right"), qPrintable(said()));
    window().sentence().line().setFocus();
    answer.deselect();
    QTest::mouseClick(&answer, Qt::LeftButton, {}, QPoint(8, answer.height() / 2));
    QCOMPARE(answer.selectedText(), wrong);
    type_letters(answer, "7");
    QCOMPARE(answer.text(), QString("7"));
}

/// What is typed after a click on a “?” is the answer for it, also after a second one and after another; a
/// cell that is not covered keeps the keyboard.
void TestExerciseKeyboard::clickedCell() {
    LabWindow& w = window();
    askForRow(1);
    const QLineEdit& answer = field();
    const auto typeAnywhere = [&](const QString& text) { type_letters(*w.focusWidget(), text); };
    typeAnywhere("0.9");
    for (const int clicks : {1, 2, 3}) {
        w.click(StageId::weights, {1, clicks % 3});
        QVERIFY(answer.hasFocus());
        QCOMPARE(answer.text(), QString()); // what was typed was for another cell
        typeAnywhere("0.4");
        w.click(StageId::weights, {1, clicks % 3});
        QVERIFY(answer.hasFocus());
        typeAnywhere("2");
        QCOMPARE(answer.text(), QString("0.42"));
        QCOMPARE(askedStep().current()->column, Index(clicks % 3));
    }
    QTest::keyClick(w.focusWidget(), Qt::Key_Tab); // from the one that was clicked last
    QCOMPARE(askedStep().current()->column, Index(1));
    w.click(StageId::weights, {0, 0});
    QVERIFY(w.heatmap(StageId::weights).hasFocus());
    QTest::keyClick(&w.heatmap(StageId::weights), Qt::Key_Down);
    QTest::keyClick(&w.heatmap(StageId::weights), Qt::Key_Return);
    QVERIFY(answer.hasFocus());
    QCOMPARE(askedStep().current()->column, Index(0));
    typeAnywhere(text(number(1, 0), 4));
    QTest::keyClick(w.focusWidget(), Qt::Key_Return);
    QVERIFY2(said().startsWith("✓"), qPrintable(said()));
    QVERIFY(!isCovered(1, 0) && isCovered(1, 1));
    QCOMPARE(askedStep().current()->column, Index(1)); // and not the one that was clicked
}

/// Whatever had the keyboard before.
void TestExerciseKeyboard::fromMenu() {
    LabWindow& w = window();
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    for (QWidget* before : std::initializer_list<QWidget*>{
             &w.sentence().line(), &grid, &w.heatmap(StageId::scores), w.board().card(StageId::weights)}) {
        before->setFocus();
        QVERIFY(before->hasFocus());
        askByDots(StageId::weights, 2);
        QVERIFY2(field().hasFocus(), before->metaObject()->className());
        QTest::qWait(50);
        QVERIFY2(field().hasFocus(), before->metaObject()->className());
        QTest::keyClick(w.focusWidget(), Qt::Key_7);
        QCOMPARE(field().text(), QString("7"));
    }
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    QTest::keyClick(&grid, Qt::Key_Return);
    QVERIFY(grid.findChild<QLineEdit*>());
    askByDots(StageId::weights, 2); // also while it is already on
    QVERIFY(field().hasFocus());
    press("Done");
    QTest::keyClick(&w, Qt::Key_F4); // the table for numbers of one's own
    QVERIFY(w.numberCheck().panel()->isAncestorOf(w.focusWidget()));
    askByDots(StageId::weights, 2);
    QVERIFY(field().hasFocus());
}

LAB_WINDOW_TEST(TestExerciseKeyboard)
#include "tst_exercise_keyboard.moc"
