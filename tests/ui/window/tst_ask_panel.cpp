// SPDX-License-Identifier: GPL-3.0-or-later
//
// An exercise in the panel of lessons, beside all else that takes its place: explanations, lessons that are
// played or made, and other documents.
#include "tests/support/test_program.h"
#include "tests/ui/window/exercise_by_hand.h"
#include "ui/document/examples.h"
#include "ui/panels/lesson/lesson_edit_panel.h"
#include "ui/panels/lesson/step_dots.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/lesson/lesson_editing.h"
#include "ui/window/menu/actions.h"

using namespace lab;
using namespace lab::test;

class TestAskPanel : public ExerciseTest {
    Q_OBJECT

private slots:
    void asALesson();
    void movesNothing();
    void neededCards();
    void explanationAndBack();
    void inspectedBefore();
    void checkButton();
    void lessonStartedMeanwhile();
    void whileALessonIsMade();
    void anotherDocument();
    void closed();

private:
    LabWindow& asks() {
        LabWindow& w = window();
        w.document().openExample("sky-is-blue");
        w.selection().clearInspected();
        ask(w.document(), StageId::weights, 0, {1, 0, 1, 3});
        return w;
    }
};

/// One card, whatever is asked; nothing of a lesson that is none.
void TestAskPanel::asALesson() {
    LabWindow& w = asks();
    QVERIFY(isAsked() && !w.lesson().isOn() && !w.document().played());
    QVERIFY(!panel().dots().isVisible() && !panel().backButton().isVisible());
    QVERIFY(!panel().menuButton().isVisible() && panel().againButton().isVisible());
    QCOMPARE(panel().nextButton().text(), QString("Done"));
    QCOMPARE(panel().nameLabel().text(), QString("The row of “is” is covered."));
    QCOMPARE(panel().cards().size(), std::size_t(1));
    type(text(number(1, 0), 4));
    QCOMPARE(panel().cards().size(), std::size_t(1));
    QVERIFY2(card().asked().contains("→ “is”"), qPrintable(card().asked()));
    for (const Index key : {1, 2})
        type(text(number(1, key), 4));
    QVERIFY(!field().isVisible() && panel().nextButton().hasFocus());
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    QCOMPARE(panel().nameLabel().text(), QString("Ask me"));
    QVERIFY(field().isVisible() && field().hasFocus());
}

/// The panel takes the place of the explanation, as wide as that is; what stands below it waits.
void TestAskPanel::movesNothing() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    w.selection().clearInspected();
    const auto places = [&] {
        QCoreApplication::processEvents();
        QList<QRect> all;
        for (const StageInfo& stage : all_stages()) {
            const StageCard* its = w.board().card(stage.id);
            if (its->isVisible())
                all += QRect(its->mapTo(&w, QPoint()), its->size());
        }
        return all;
    };
    const QList<QRect> before = places();
    ask(w.document(), StageId::weights, 0, {1, 0, 1, 3});
    QVERIFY(isAsked());
    QCOMPARE(places(), before);
    type("0.987654");
    QCOMPARE(places(), before);
    w.press_key(Qt::Key_Escape);
    QVERIFY(!isAsked());
    QCOMPARE(places(), before);
}

/// What the asked number is computed from is unfolded where there is no room for it, unless somebody folds
/// it.
void TestAskPanel::neededCards() {
    LabWindow& w = openWindow({1024, 700});
    w.document().openExample("sky-is-blue");
    w.selection().clearInspected();
    QCoreApplication::processEvents();
    const bool wasThumbnail = w.board().card(StageId::queries)->isThumbnail();
    ask(w.document(), StageId::scores, 0, {1, 0, 1, 3});
    QCoreApplication::processEvents();
    for (const StageId id : {StageId::queries, StageId::keys, StageId::scores})
        QVERIFY2(!w.board().card(id)->isThumbnail(), info(id).name.data());
    const MatrixHeatmap& heatmap = w.heatmap(StageId::scores);
    QVERIFY(heatmap.visibleRegion().contains(heatmap.cellRect({1, 0}).center().toPoint()));
    emit w.board().card(StageId::keys)->foldRequested(true);
    QCoreApplication::processEvents();
    QVERIFY(w.board().card(StageId::keys)->isThumbnail());
    type("0.987654"); // nothing unfolds again
    QVERIFY(w.board().card(StageId::keys)->isThumbnail());
    ask(w.document(), StageId::weights, 0, {1, 0, 1, 3});
    QCoreApplication::processEvents();
    QVERIFY(!w.board().card(StageId::masked_scores)->isThumbnail());
    press("Done");
    QCoreApplication::processEvents();
    QCOMPARE(w.board().card(StageId::queries)->isThumbnail(), wasThumbnail);
}

/// What is not covered is explained in the panel's place, until one comes back.
void TestAskPanel::explanationAndBack() {
    LabWindow& w = asks();
    type_letters(field(), "0.3");
    auto* back = w.findChild<PillButton*>(QStringLiteral("backToLesson"));
    for (const bool byKey : {false, true}) {
        w.click(StageId::scores, {0, 0});
        QVERIFY(panel().isHidden() && back->isVisible() && askedStep().isOn());
        QCOMPARE(back->text(), QString("◀ Back to the question"));
        if (byKey)
            w.press_key(Qt::Key_Escape);
        else
            QTest::mouseClick(back, Qt::LeftButton);
        QVERIFY(isAsked() && !w.selection().isInspecting());
        QTRY_VERIFY(field().hasFocus());
        QCOMPARE(field().text(), QString("0.3"));
    }
    w.click(StageId::weights, {1, 2}); // a covered one is asked for
    QVERIFY(isAsked() && field().hasFocus());
    QCOMPARE(askedStep().current()->column, Index(2));
}

/// It does not stand in the way of the question.
void TestAskPanel::inspectedBefore() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.document().coverCells({StageId::weights, 0, {1, 0, 1, 3}});
    w.click(StageId::scores, {0, 0});
    press("Ask me");
    QVERIFY(isAsked() && field().hasFocus());
}

/// As Enter in the field.
void TestAskPanel::checkButton() {
    asks();
    press("Check");
    QVERIFY2(card().problem().startsWith("Type a number"), qPrintable(card().problem()));
    type_letters(field(), text(number(1, 0), 4));
    press("Check");
    QVERIFY2(said().startsWith("✓"), qPrintable(said()));
    QVERIFY(card().problem().isEmpty() && field().hasFocus() && field().text().isEmpty());
}

/// The lesson covers its own numbers; the exercise is over, and stays so.
void TestAskPanel::lessonStartedMeanwhile() {
    LabWindow& w = window();
    w.document().openExample(lessonNames().constFirst());
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    QVERIFY(isAsked());
    w.actions()[ActionId::lesson].trigger();
    QTRY_VERIFY(w.lesson().isOn());
    QVERIFY(!isAsked() && !w.selection().asked() && panel().isVisible());
    QVERIFY(panel().dots().isVisible() && !panel().againButton().isVisible());
    QVERIFY(panel().isAncestorOf(w.focusWidget()));
    w.lesson().leave();
    QVERIFY(!w.lesson().isOn() && !isAsked() && panel().isHidden());
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    QVERIFY(isAsked() && field().hasFocus());
}

/// The panel for making it waits, and comes back.
void TestAskPanel::whileALessonIsMade() {
    LabWindow& w = window();
    w.document().openExample(lessonNames().constFirst());
    w.actions()[ActionId::edit_lesson].trigger();
    const LessonEditPanel& editing = *w.lessonEditing().panel();
    QVERIFY(editing.isVisible());
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    QVERIFY(isAsked() && !editing.isVisible());
    press("Done");
    QVERIFY(!isAsked() && editing.isVisible());
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    w.actions()[ActionId::edit_lesson].trigger(); // instead
    QVERIFY(!askedStep().isOn() && w.document().cover().isEmpty() && editing.isVisible());
}

void TestAskPanel::anotherDocument() {
    LabWindow& w = asks();
    w.controller().openExample("uniform");
    QVERIFY(!askedStep().isOn() && panel().isHidden() && !w.selection().asked());
    QVERIFY(!panel().isAncestorOf(w.focusWidget()));
}

void TestAskPanel::closed() {
    LabWindow& w = asks();
    QTest::mouseClick(&panel().closeButton(), Qt::LeftButton);
    QVERIFY(!isAsked() && w.document().cover().isEmpty());
}

LAB_WINDOW_TEST(TestAskPanel)
#include "tst_ask_panel.moc"
