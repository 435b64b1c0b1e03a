// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step that is made of what is covered: what it asks for, when it begins and ends, and that it is neither
// in the document nor an edit of it.
#include "core/base/number_format.h"
#include "core/experiment/is_same.h"
#include "core/lesson/lesson_step.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/asked_step.h"

#include <QSignalSpy>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestAskedStep : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void question();
    void answered();
    void chosenAndTurned();
    void againAfterAnEdit();
    void notByASnapshot();
    void endedByAnEdit();
    void aside();
    void coverReplaced();

private:
    struct Asked {
        Asked() { document.openExample("sky-is-blue"); }
        LabDocument document;
        AskedStep step{document};
        QSignalSpy begun{&step, &AskedStep::begun};
        QSignalSpy ended{&step, &AskedStep::ended};

        void row(Index which) { ask(document, StageId::weights, 0, {which, 0, 1, 3}); }
        std::string number(Index row, Index column) {
            return display(*document.numberUnder({StageId::weights, 0, row, column}), 4);
        }
        QString said() const { return step.replyTo(0) ? step.replyTo(0)->text : QString(); }
    };
};

/// A question of a lesson, about the cell that is asked for; there is none before and afterwards.
void TestAskedStep::question() {
    Asked a;
    const Experiment before = a.document.experiment();
    QVERIFY(!a.step.isOn() && !a.step.question());
    a.row(1);
    QVERIFY(a.step.isOn());
    QCOMPARE(a.begun.count(), 1);
    const Question* asked = a.step.question();
    QVERIFY(asked && asked->kind == QuestionKind::number);
    QVERIFY(asked->cell == (CellRef{StageId::weights, 0, 1, 0}));
    QCOMPARE(a.step.name(), QString("The row of “is” is covered."));
    QVERIFY(!a.step.step().allow && !a.step.step().show); // everything may be edited, all cards are there
    QCOMPARE(a.step.countText(), QString("3 of 3 left."));
    a.step.leave();
    QVERIFY(!a.step.isOn() && a.document.cover().isEmpty());
    QCOMPARE(a.ended.count(), 1);
    QVERIFY(a.ended.front().front().toString().isEmpty()); // somebody left it
    QVERIFY(is_same(a.document.experiment(), before) && !a.document.isModified());
    QVERIFY(!a.document.undoStack().canUndo());
}

void TestAskedStep::answered() {
    Asked a;
    a.row(1);
    QVERIFY(!a.step.answer(std::string("0.987654")));
    QVERIFY(a.step.replyTo(0)->right == false);
    QVERIFY(a.step.answer(a.number(1, 0)));
    QVERIFY(a.step.replyTo(0)->right == true && a.said().startsWith("✓"));
    QCOMPARE(a.step.question()->cell.column, Index(1)); // the reply stays with the next question
    QVERIFY(a.step.answer(a.number(1, 1) + " " + a.number(1, 2)));
    QVERIFY(!a.step.question());
    QCOMPARE(a.step.countText(), QString("3 of 3 answered, 2 at the first try."));
    QVERIFY(!a.step.answer(a.number(1, 2)));
}

/// A hint goes with its cell.
void TestAskedStep::chosenAndTurned() {
    Asked a;
    a.row(1);
    a.step.showHint();
    QVERIFY(a.step.hintFormula() && a.step.hintsLeft() == 2);
    QVERIFY(!a.step.choose({StageId::weights, 0, 0, 0}) && a.step.hintFormula());
    QVERIFY(a.step.turn(1));
    QCOMPARE(a.step.current()->column, Index(1));
    QVERIFY(!a.step.hintFormula() && a.said().isEmpty() && a.step.hintsLeft() == 3);
    QVERIFY(a.step.choose({StageId::weights, 0, 1, 2}));
    QVERIFY(!a.step.turn(1) && a.step.turn(-1));
    for (int hint = 0; hint < 5; ++hint)
        a.step.showHint();
    QVERIFY(!a.step.canHint());
}

/// It goes on, from its first cell, with all of them.
void TestAskedStep::againAfterAnEdit() {
    Asked a;
    a.row(1);
    setCausal(a.document, true);
    QVERIFY2(a.said().isEmpty(), qPrintable(a.said())); // nothing had been opened
    QVERIFY(a.step.answer(a.number(1, 0)));
    setCausal(a.document, false);
    QCOMPARE(a.step.countText(), QString("3 of 3 left."));
    QVERIFY2(a.said().contains("covered again"), qPrintable(a.said()));
    QCOMPARE(a.begun.count(), 1);
    QCOMPARE(a.ended.count(), 0);
    a.step.drawNewNumbers(17);
    QVERIFY2(a.said().contains("seed 17"), qPrintable(a.said()));
    QVERIFY(a.document.undoStack().canUndo());
}

void TestAskedStep::notByASnapshot() {
    Asked a;
    a.row(1);
    QVERIFY(a.step.answer(a.number(1, 0)));
    const QString said = a.said();
    takeSnapshot(a.document);
    QCOMPARE(a.said(), said);
    QCOMPARE(a.step.countText(), QString("2 of 3 left."));
}

void TestAskedStep::endedByAnEdit() {
    Asked a;
    a.row(2);
    a.document.setText("one two");
    QVERIFY(!a.step.isOn());
    QCOMPARE(a.ended.count(), 1);
    QVERIFY(a.ended.front().front().toString().startsWith("The exercise has ended"));
}

/// While presenting, it waits.
void TestAskedStep::aside() {
    Asked a;
    a.row(1);
    a.step.setAside(true);
    QVERIFY(!a.step.isOn() && a.document.cover().isExercise());
    QCOMPARE(a.ended.count(), 1);
    QVERIFY(a.ended.front().front().toString().isEmpty());
    QVERIFY(!a.step.answer(a.number(1, 0)));
    a.step.setAside(false);
    QVERIFY(a.step.isOn());
    QCOMPARE(a.begun.count(), 2);
    a.document.uncover();
    a.document.coverCells({StageId::weights, 0, {0, 0, 1, 3}}); // without being asked for
    QVERIFY(!a.step.isOn() && !a.step.question());
}

/// As by a scene.
void TestAskedStep::coverReplaced() {
    Asked a;
    a.row(1);
    QVERIFY(a.step.answer(a.number(1, 0)));
    a.document.cover({{StageId::weights, 0, {0, 0, 1, 3}}});
    QCOMPARE(a.begun.count(), 2);
    QVERIFY(a.said().isEmpty());
    QCOMPARE(a.step.countText(), QString("3 of 3 left."));
    QVERIFY(a.step.question()->cell == (CellRef{StageId::weights, 0, 0, 0}));
}

LAB_GUILESS_TEST(TestAskedStep)
#include "tst_asked_step.moc"
