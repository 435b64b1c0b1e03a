// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the keyboard is while somebody goes through a lesson without a mouse, and what it leaves behind.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/lesson_guide.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace lab;
using namespace lab::test;

class TestLessonKeyboard : public WindowTest {
    Q_OBJECT

private slots:
    void intoAStepThatInspects();
    void cursorOfTheStepBefore();
    void afterTheEnd();
    void clickGivesWhatWasTyped();

private:
    LabWindow& play(std::size_t step) {
        LabWindow& w = openWindow({1600, 1000});
        w.document().openExample(lessonNames().constFirst());
        w.lesson().startAgain();
        w.lesson().goTo(step);
        QCoreApplication::processEvents();
        return w;
    }
    LessonPanel& panel() { return *window().lessonGuide().panel(); }
};

/// Its explanation takes the panel's place for a moment.
void TestLessonKeyboard::intoAStepThatInspects() {
    LabWindow& w = play(1);
    panel().nextButton().setFocus(Qt::TabFocusReason);
    w.press_key(Qt::Key_Return);
    QCOMPARE(w.lesson().current(), std::size_t(2));
    QVERIFY(w.selection().inspected());
    QTRY_VERIFY(panel().isVisible() && panel().isAncestorOf(w.focusWidget()));
    QVERIFY(w.focusWidget() != &panel().nextButton());
}

/// What a cell of another step looks at may be what this one asks for.
void TestLessonKeyboard::cursorOfTheStepBefore() {
    LabWindow& w = play(0);
    w.selection().setHovered(CellRef{StageId::weights, 0, 1, 1});
    w.lesson().move(1);
    QVERIFY(!w.selection().hovered());
}

void TestLessonKeyboard::afterTheEnd() {
    LabWindow& w = play(0);
    w.lesson().goTo(w.lesson().stepCount() - 1);
    panel().nextButton().setFocus(Qt::TabFocusReason);
    w.press_key(Qt::Key_Return);
    QVERIFY(!w.lesson().isOn());
    QTRY_VERIFY(w.findChild<DescriptionPanel*>()->lesson().hasFocus());
}

/// A number that was typed in a field counts once the panel is clicked.
void TestLessonKeyboard::clickGivesWhatWasTyped() {
    LabWindow& w = play(0);
    w.sentence().findChild<QLineEdit*>()->setFocus();
    QTest::mouseClick(&panel().nameLabel(), Qt::LeftButton);
    QVERIFY(panel().hasFocus());
}

LAB_WINDOW_TEST(TestLessonKeyboard)
#include "tst_lesson_keyboard.moc"
