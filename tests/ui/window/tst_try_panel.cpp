// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an example asks, in the panel of lessons: how it is begun, answered by what is clicked and edited, and
// left, beside all else that takes the panel's place.
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "tests/ui/window/exercise_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/examples.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/lesson/lesson_edit_panel.h"
#include "ui/panels/lesson/step_dots.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/lesson/lesson_editing.h"
#include "ui/window/menu/actions.h"

using namespace lab;
using namespace lab::test;

class TestTryPanel : public ExerciseTest {
    Q_OBJECT

private slots:
    void begins();
    void answered();
    void clicked();
    void explanationAndBack();
    void byKey();
    void exerciseInstead();
    void lessonInstead();
    void whileALessonIsMade();
    void presented();
    void left_data();
    void left();
    void anotherDocument();
    void buttonFits_data();
    void buttonFits();

private:
    PillButton& tryButton() { return window().findChild<DescriptionPanel*>()->tryButton(); }
    LabWindow& tries(const QString& name = "sky-is-blue") {
        LabWindow& w = window();
        w.document().openExample(name);
        w.selection().clearInspected();
        QTest::mouseClick(&tryButton(), Qt::LeftButton);
        return w;
    }
    bool isTried() {
        const LessonPanel* its = window().lessonGuide().panel();
        return its && its->isVisible() && window().lesson().tried().isOn();
    }
    QuestionCard& last() { return *panel().cards().back(); }
    void choose(int letter) { window().press_key(static_cast<Qt::Key>(Qt::Key_A + letter)); }
};

/// Nothing of a lesson that is none, and the keyboard is where it is answered.
void TestTryPanel::begins() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    QCOMPARE(tryButton().text(), QString("Try it: 3 questions"));
    QTest::mouseClick(&tryButton(), Qt::LeftButton);
    QVERIFY(isTried() && !w.lesson().isOn() && !w.document().played());
    QVERIFY(!tryButton().isVisible() && panel().isAncestorOf(w.focusWidget()));
    QVERIFY(!panel().dots().isVisible() && !panel().backButton().isVisible());
    QVERIFY(!panel().menuButton().isVisible() && !panel().againButton().isVisible());
    QCOMPARE(panel().nextButton().text(), QString("Done"));
    QCOMPARE(panel().nextButton().toolTip(), QString("Close the questions (Esc)"));
    QCOMPARE(panel().nameLabel().text(), QString("Try it"));
    QCOMPARE(panel().cards().size(), std::size_t(1));
}

void TestTryPanel::answered() {
    LabWindow& w = tries();
    choose(1);
    QVERIFY2(last().said().contains("hardly moves"), qPrintable(last().said()));
    choose(0);
    QCOMPARE(panel().cards().size(), std::size_t(2));
    QVERIFY(last().asked().startsWith("Drag"));
    press("Hint");
    QVERIFY(last().said().contains("on the left"));
    w.document().setValue(ParameterId::W_Q, 0, 0, -2);
    QCOMPARE(panel().cards().size(), std::size_t(3));
    QVERIFY(panel().cards()[1]->said().contains("Done"));
    setCausal(w.document(), true);
    QVERIFY(last().said().contains("look only at itself"));
    w.document().undo();
    QVERIFY(last().said().contains("look only at itself")); // it has been seen
    press("Done");
    QVERIFY(!isTried() && tryButton().isVisible());
    QCOMPARE(tryButton().text(), QString("Done: try it again"));
}

/// A cell of the wrong head says so; the right one is an answer, and not explained.
void TestTryPanel::clicked() {
    LabWindow& w = tries("two-heads");
    w.click(StageId::weights, {0, 3});
    QVERIFY2(last().problem().contains("head 2"), qPrintable(last().problem()));
    w.selection().setHead(1);
    QVERIFY(last().problem().isEmpty());
    w.click(StageId::weights, {0, 1}); // is judged
    QVERIFY2(last().problem().isEmpty() && !last().said().isEmpty(), qPrintable(last().said()));
    w.click(StageId::weights, {0, 3});
    QCOMPARE(panel().cards().size(), std::size_t(2));
    QVERIFY(isTried());
}

/// Numbers are explained in the panel's place, until one comes back. A parameter is not: who drags it has to
/// see whether the goal is reached.
void TestTryPanel::explanationAndBack() {
    LabWindow& w = tries();
    choose(0);
    w.click(StageId::scores, {0, 0});
    QVERIFY(panel().isHidden());
    w.press_key(Qt::Key_Escape);
    QVERIFY(isTried() && !w.selection().isInspecting());
    w.selection().inspect(ParameterCell{ParameterId::W_Q, 0, 0});
    QVERIFY(isTried());
}

/// F12, as for a lesson: begins it, and puts the keyboard into it.
void TestTryPanel::byKey() {
    LabWindow& w = window();
    w.document().openExample("uniform");
    const QAction& action = w.actions()[ActionId::lesson];
    QVERIFY(action.isEnabled() && action.text() == "Try it");
    w.press_key(Qt::Key_F12);
    QVERIFY(isTried() && panel().isAncestorOf(w.focusWidget()));
    w.pages().currentWidget()->setFocus();
    w.press_key(Qt::Key_F12);
    QVERIFY(isTried() && panel().isAncestorOf(w.focusWidget()));
    press("Done");
    w.type_sentence("other words");
    QVERIFY(!action.isEnabled());
    w.document().openExample(lessonNames().constFirst());
    QVERIFY(action.isEnabled() && action.text() == "Start lesson");
}

void TestTryPanel::exerciseInstead() {
    LabWindow& w = tries();
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    QVERIFY(isAsked() && !w.lesson().tried().isOn());
    press("Done");
    QVERIFY(!isAsked() && !isTried() && panel().isHidden());
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    w.lesson().tryExample();
    QVERIFY(isTried() && !askedStep().isOn() && w.document().cover().isEmpty());
}

void TestTryPanel::lessonInstead() {
    LabWindow& w = tries();
    w.document().openExample(lessonNames().constFirst());
    QVERIFY(!isTried());
    w.actions()[ActionId::lesson].trigger();
    QTRY_VERIFY(w.lesson().isOn());
    w.lesson().tryExample();
    QVERIFY(!w.lesson().tried().isOn());
    QVERIFY(w.lesson().questions() == &w.lesson());
}

void TestTryPanel::whileALessonIsMade() {
    LabWindow& w = tries();
    w.actions()[ActionId::edit_lesson].trigger();
    QVERIFY(!isTried() && w.lessonEditing().panel()->isVisible());
    w.lesson().tryExample();
    QVERIFY(isTried() && !w.lessonEditing().panel()->isVisible());
    press("Done");
    QVERIFY(w.lessonEditing().panel()->isVisible());
}

/// It waits, and goes on.
void TestTryPanel::presented() {
    LabWindow& w = tries("uniform");
    choose(1);
    w.press_key(Qt::Key_F5);
    QVERIFY(!isTried() && !w.lesson().questions());
    w.press_key(Qt::Key_F12);
    QVERIFY(!isTried() && !w.lesson().questions());
    w.press_key(Qt::Key_Escape);
    QVERIFY(isTried() && panel().cards().size() == 2);
}

void TestTryPanel::left_data() {
    QTest::addColumn<QString>("how");
    for (const char* how : {"Escape", "cross", "Done"})
        QTest::newRow(how) << how;
}

void TestTryPanel::left() {
    QFETCH(QString, how);
    LabWindow& w = tries();
    if (how == "Escape")
        w.press_key(Qt::Key_Escape);
    else
        QTest::mouseClick(how == "Done" ? static_cast<QWidget*>(&panel().nextButton())
                                        : &panel().closeButton(),
                          Qt::LeftButton);
    QVERIFY(!isTried() && panel().isHidden() && tryButton().isVisible());
    QVERIFY(!panel().isAncestorOf(w.focusWidget()));
}

void TestTryPanel::anotherDocument() {
    LabWindow& w = tries();
    w.controller().openExample("uniform");
    QVERIFY(!isTried() && panel().isHidden());
    QTest::mouseClick(&tryButton(), Qt::LeftButton);
    QVERIFY(isTried() && last().asked().contains("W"));
    w.type_sentence("other words");
    QVERIFY(isTried() && !tryButton().isVisible()); // undo brings the example back
}

void TestTryPanel::buttonFits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("as it opens") << QSize(1440, 900) << 100;
    QTest::newRow("small") << QSize(1024, 700) << 100;
    QTest::newRow("smallest") << QSize(480, 360) << 100;
    QTest::newRow("enlarged") << QSize(1024, 700) << 300;
}

/// Nothing is cut, whichever example is open.
void TestTryPanel::buttonFits() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    openWindow(size, 100);
    theme().setScale(scale);
    const auto& description = *window().findChild<DescriptionPanel*>();
    for (const QString& name : exampleNames()) {
        window().document().openExample(name);
        QCoreApplication::processEvents();
        QVERIFY2(tryButton().isVisible(), qPrintable(name));
        QVERIFY2(description.rect().contains(tryButton().geometry()), qPrintable(name));
        QVERIFY(tryButton().height() >= tryButton().heightForWidth(tryButton().width()));
    }
}

LAB_WINDOW_TEST(TestTryPanel)
#include "tst_try_panel.moc"
