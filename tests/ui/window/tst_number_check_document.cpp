// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel while the document changes: edited, computing, covered, replaced; nothing of it in the document.
#include "core/base/number_format.h"
#include "core/experiment/is_same.h"
#include "tests/support/covered_search.h"
#include "tests/support/printed_matrices.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/window/lesson_guide.h"

using namespace lab;
using namespace lab::test;

using S = StageId;

class TestNumberCheckDocument : public CheckTest {
    Q_OBJECT

private slots:
    void emptySentence();
    void follows();
    void whileComputing();
    void covered();
    void coveredBeforeTheAnswer();
    void ofAnotherDocument();
    void overtaken();
    void notInTheDocument();

private:
    QuestionCard& question() { return *window().lessonGuide().panel()->cards().front(); }
    QString exerciseSays() { return question().said(); }
};

void TestNumberCheckDocument::emptySentence() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    pasteText("[[1, 2], [3, 4]]");
    w.type_sentence({});
    QTRY_VERIFY2(said().startsWith("There is nothing to compare with yet. "), qPrintable(said()));
    QVERIFY(!grid().isVisible());
    w.type_sentence("one two");
    QTRY_VERIFY(grid().isVisible());
    QTRY_VERIFY2(said().startsWith("✗"), qPrintable(said()));
}

/// The table follows the document: its shape and its words, and what is right.
void TestNumberCheckDocument::follows() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::values, 0);
    const Matrix before = numbers(S::values);
    pasteText(QString::fromStdString(printed_list(before)));
    QTRY_VERIFY(said().startsWith("✓ Right"));
    w.document().setValue(ParameterId::W_V, 0, 0, 9.5);
    QTRY_VERIFY2(said().startsWith("✗"), qPrintable(said()));
    w.document().undo();
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
    press("Clear");
    QCOMPARE(grid().model()->rowCount(), 3);
    w.document().setText("sky is blue today");
    QCOMPARE(grid().model()->rowCount(), 4);
    QCOMPARE(grid().model()->headerData(3, Qt::Vertical, Qt::DisplayRole).toString(), QString("today"));
    typeInto(3, 0, "1.25");
    w.document().setText("sky is");
    QCOMPARE(grid().model()->rowCount(), 2);
    QTRY_VERIFY2(said().startsWith("Type your numbers"), qPrintable(said()));
}

/// Nothing waits for the numbers of the board.
void TestNumberCheckDocument::whileComputing() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const Matrix right = numbers(S::weights);
    w.document().setFrame(0);
    w.document().setText("sky is blue and so it stays for ever");
    w.document().setText("sky is blue");
    open(S::weights, 0);
    pasteText(QString::fromStdString(printed_list(right)));
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
}

/// While cells are covered, nothing is said and nothing of the table is to be seen.
void TestNumberCheckDocument::covered() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    const Matrix right = numbers(S::weights);
    pasteText(QString::fromStdString(printed_list(right)));
    QTRY_VERIFY(said().startsWith("✓ Right"));
    ask(w.document(), S::weights, 0, {1, 0, 1, 3});
    QVERIFY(!panel()); // it closes; but it can be opened
    QVERIFY2(exerciseSays().startsWith("“Check my numbers” has been closed"), qPrintable(exerciseSays()));
    QVERIFY(question().field()->hasFocus());
    QTest::keyClick(&w, Qt::Key_F4);
    const auto refuses = [&] {
        const QString all = textsOfPanel();
        QVERIFY2(said().startsWith("Cells are covered for an exercise"), qPrintable(said()));
        QVERIFY(!grid().isVisible() && panel()->places().empty());
        for (Index column = 0; column < 3; ++column)
            QVERIFY2(!all.contains(QString::fromStdString(trace_of(right(1, column)))), qPrintable(all));
        QVERIFY2(!all.contains("✓") && !all.contains("✗ "), qPrintable(all));
    };
    refuses();
    // Not by another stage, by a number, a file, a key or the menu.
    pasteText(QString::fromStdString(shortest(right(1, 0))));
    QVERIFY(drop_file(panel(),
                      QStringLiteral(LAB_TEST_DATA) + "/check/column-vectors-with-biases-weights-right.npy"));
    QTest::keyClick(panel(), Qt::Key_V, Qt::ControlModifier);
    QTest::qWait(400);
    refuses();
    QTest::keyClick(&panel()->closeButton(), Qt::Key_Escape);
    QVERIFY(!panel() && !w.document().cover().isEmpty());
    QTest::keyClick(&w, Qt::Key_F4);
    QVERIFY(panel());
    QTest::keyClick(panel(), Qt::Key_V, Qt::ControlModifier);
    QTest::qWait(400);
    refuses();
    // Nothing is covered once all cells are opened.
    for (Index column = 0; column < 3; ++column) {
        refuses();
        w.document().openCell({S::weights, 0, 1, column});
    }
    QVERIFY(!w.document().cover().isEmpty() && grid().isVisible());
    QVERIFY2(!said().contains("covered"), qPrintable(said()));
    w.document().uncover();
    w.document().coverCells({S::weights, 0, {1, 0, 1, 3}}); // without an exercise
    QTest::keyClick(&w, Qt::Key_F4);
    QVERIFY2(said().startsWith("Cells are covered, and an answer could give them away. Uncover them"),
             qPrintable(said()));
    w.document().uncover();
    open(S::weights, 0);
    pasteText(QString::fromStdString(printed_list(right)));
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
}

/// An answer that is on its way when cells are covered does not arrive.
void TestNumberCheckDocument::coveredBeforeTheAnswer() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    for (const bool isComputed : {false, true}) {
        w.document().uncover();
        open(S::weights, 0);
        pasteText(QString::fromStdString(printed_list(numbers(S::weights))));
        QTRY_VERIFY(cellText(0, 0) != QString());
        panel()->setAsked(Asked{S::scores, 0}); // asks again
        if (isComputed) {
            QTest::qSleep(80);
            QCoreApplication::processEvents(); // it begins
            QTest::qSleep(80);                 // and is done, but nothing has been shown
        }
        ask(w.document(), S::scores, 0, {0, 0, 3, 3});
        QTest::qWait(500);
        QVERIFY(!panel() && !framed());
    }
}

/// Numbers belong to the document that they were pasted for; saving it, undoing and its own new version on
/// disk do not change which one that is.
void TestNumberCheckDocument::ofAnotherDocument() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    pasteText(QString::fromStdString(printed_list(numbers(S::weights))));
    QTRY_VERIFY(said().startsWith("✓ Right"));
    w.document().noteSaved(w.document().experiment(), path("saved.json"));
    Experiment written = w.document().experiment();
    written.title = "written";
    w.document().takeOver(written, {});
    w.document().undo();
    QTRY_VERIFY2(!cellText(0, 0).isEmpty() && said().startsWith("✓ Right"), qPrintable(said()));
    w.document().openExample("journey-naive-softmax");
    QTest::qWait(400);
    for (int row = 0; row < grid().model()->rowCount(); ++row) {
        for (int column = 0; column < grid().model()->columnCount(); ++column)
            QCOMPARE(cellText(row, column), QString());
    }
    QVERIFY2(said().startsWith("Type your numbers"), qPrintable(said()));
    QVERIFY(!framed());
    // The keyboard stays where it was: elsewhere, or in the table, where what it asks for can be pasted.
    w.board().setFocus();
    const QPointer<QWidget> before = w.focusWidget();
    w.document().openExample("two-heads");
    QTest::qWait(50);
    QVERIFY(before && w.focusWidget() == before && !panel()->isAncestorOf(before));
    grid().setFocus();
    w.document().openExample("sky-is-blue");
    QTest::qWait(50);
    QVERIFY(grid().hasFocus());
    QGuiApplication::clipboard()->setText(QString::fromStdString(printed_list(numbers(S::weights))));
    QTest::keyClick(w.focusWidget(), Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
}

/// Only the last of several questions is answered.
void TestNumberCheckDocument::overtaken() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    pasteText(QString::fromStdString(printed_list(numbers(S::weights))));
    QTRY_VERIFY(said().startsWith("✓ Right"));
    for (int i = 0; i < 3; ++i) {
        w.document().setValue(ParameterId::W_Q, 0, 0, 5.0 + i); // wrong
        QTest::qSleep(80);
        QCoreApplication::processEvents();
        QTest::qSleep(80);
        w.document().undo(); // right again, before the answer is shown
        for (int wait = 0; wait < 20; ++wait) {
            QTest::qWait(20);
            QVERIFY2(!said().startsWith("✗"), qPrintable(said()));
        }
        QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
    }
}

void TestNumberCheckDocument::notInTheDocument() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const Experiment before = w.document().experiment();
    open(S::weights, 0);
    pasteText("[[123.456, 2, 3], [4, 5, 6], [7, 8, 9]]");
    QTRY_VERIFY(said().startsWith("✗"));
    typeInto(0, 0, "0.75");
    QVERIFY(!w.document().isModified() && !w.document().undoStack().canUndo());
    QVERIFY(is_same(w.document().experiment(), before));
}

LAB_WINDOW_TEST(TestNumberCheckDocument)
#include "tst_number_check_document.moc"
