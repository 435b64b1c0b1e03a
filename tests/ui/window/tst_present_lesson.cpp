// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson that is presented: to a class, from the first step on and with nothing answered; somebody's own
// goes on.
#include "core/base/covered.h"
#include "core/io/experiment_json.h"
#include "core/lesson/progress.h"
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/scenes.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/selection/selection.h"
#include "ui/window/keyboard/focus_outline.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/slide.h"
#include "ui/window/scenes/window_view.h"

#include <QPushButton>

using namespace lab;
using namespace lab::test;

class TestPresentLesson : public WindowTest {
    Q_OBJECT

private slots:
    void startsTheLesson();
    void fromTheSceneOnScreen();
    void keepsNothing();
    void whatIsPlayedGoesOn();
    void comesBackToTheStep();
    void endsWithTheLesson();
    void noFrameForTheClass();

private:
    LabWindow& open() {
        const LessonJson asked{{"id", "score"},     {"kind", "number"}, {"text", "Which one is it?"},
                               {"stage", "scores"}, {"row", 2},         {"column", 0}};
        // Of its own: what was answered is kept for the next start.
        const std::string id =
            QString(QTest::currentTestFunction()).left(16).leftJustified(16, 'x').toStdString();
        const Experiment lesson = with_steps({{{"id", "first"}, {"text", "Look."}, {"ask", {asked}}},
                                              {{"id", "second"}, {"show", {"scores", "weights"}}},
                                              {{"id", "third"}, {"text", "The end."}}},
                                             {{"id", id}});
        LabWindow& w = openWindow({1280, 800});
        w.document().replace(lesson, {});
        QApplication::processEvents();
        return w;
    }
    void present() {
        window().press_key(Qt::Key_F5);
        QTRY_VERIFY(window().presentation().isRunning());
        QTRY_VERIFY(!window().lesson().isOn() || window().lesson().isChecked());
    }
    void endPresenting() {
        window().press_key(Qt::Key_F5);
        QTRY_VERIFY(!window().presentation().isRunning());
    }
    /// With the key of a clicker.
    void next() {
        window().press_key(Qt::Key_PageDown);
        QTest::qWait(0);
    }
    QString count() { return window().presentation().slide()->help().count(); }
};

void TestPresentLesson::startsTheLesson() {
    LabWindow& w = open();
    const Experiment before = w.document().experiment();
    present();
    QVERIFY(w.lesson().isOn() && w.lesson().current() == 0);
    QVERIFY(w.lessonGuide().panel()->isVisible());
    QCOMPARE(count(), QString("1 of 3"));
    QVERIFY(is_covered((*w.document().view(StageId::scores).matrix)(2, 0)));
    endPresenting();
    QVERIFY(!w.lesson().isOn() && w.document().cover().isEmpty());
    QCOMPARE(write_experiment(w.document().experiment()), write_experiment(before));
}

void TestPresentLesson::fromTheSceneOnScreen() {
    LabWindow& w = openWindow({1280, 800});
    w.document().openExample(QStringLiteral("why-softmax")); // whose steps are scenes
    QApplication::processEvents();
    w.actions()[ActionId::present_here].trigger();
    QTRY_VERIFY(w.presentation().isRunning());
    QVERIFY(!w.lesson().isOn());
    endPresenting();
    w.view().scenes().goTo(1);
    w.actions()[ActionId::present_here].trigger();
    QTRY_VERIFY(w.presentation().isRunning());
    QVERIFY(w.lesson().isOn());
    QCOMPARE(w.lesson().current(), std::size_t(1));
    QCOMPARE(count(), QString("2 of 10"));
}

/// What the class was told is asked again at the next time, and is in no file.
void TestPresentLesson::keepsNothing() {
    LabWindow& w = open();
    present();
    while (w.lesson().current() == 0)
        next();
    endPresenting();
    QVERIFY(!w.lesson().isBegun());
    QVERIFY(read_progress(w.document().experimentToSave()).progress.steps.empty());
    present();
    QVERIFY(w.lesson().canShow() && w.lesson().current() == 0);
}

void TestPresentLesson::whatIsPlayedGoesOn() {
    LabWindow& w = open();
    w.lesson().start();
    QTRY_VERIFY(w.lesson().isOn());
    QTRY_VERIFY(w.lesson().isChecked());
    w.lesson().show();
    QVERIFY(w.lesson().isDone(0));
    present();
    QVERIFY(!w.lesson().isTrial() && w.lesson().isDone(0));
    next();
    QCOMPARE(w.lesson().current(), std::size_t(1));
    endPresenting();
    QVERIFY(w.lesson().isOn() && w.lesson().current() == 1 && w.lesson().isDone(0));
}

void TestPresentLesson::comesBackToTheStep() {
    LabWindow& w = open();
    w.lesson().start();
    QTRY_VERIFY(w.lesson().isOn());
    present();
    while (w.lesson().current() == 0)
        next();
    endPresenting();
    QVERIFY(w.lesson().isOn() && !w.lesson().isTrial());
    QCOMPARE(w.lesson().current(), std::size_t(1));
    QVERIFY(!w.lesson().isDone(0));
}

/// The button of the last step leaves the lesson on the slide.
void TestPresentLesson::endsWithTheLesson() {
    LabWindow& w = open();
    present();
    w.lesson().goTo(2);
    QVERIFY(LabWindow::press(&w.lessonGuide().panel()->nextButton()));
    QVERIFY(w.lesson().isOn() && w.presentation().isRunning());
    next();
    QVERIFY(w.lesson().isOn() && w.lesson().current() == 2);
}

/// Nobody has moved the keyboard: what hides its place gives it to the page.
void TestPresentLesson::noFrameForTheClass() {
    LabWindow& w = open();
    present();
    const auto* frame = w.findChild<FocusOutline*>();
    QVERIFY(!frame || !frame->isVisible());
    next();
    QVERIFY(!frame || !frame->isVisible());
}

LAB_WINDOW_TEST(TestPresentLesson)
#include "tst_present_lesson.moc"
