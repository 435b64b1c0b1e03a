// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a lesson speaks of is in sight: the cards of its step also in a small window, what is said, what has
// the keyboard, and what comes after the lesson.
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/lesson/option_button.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/selection/selection.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/lesson/lock_note.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/page_stack.h"

#include <nlohmann/json.hpp>

#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

using namespace lab;
using namespace lab::test;

namespace {

constexpr QSize small(1024, 700);

std::string paragraphs() {
    std::string text;
    for (int i = 0; i < 40; ++i)
        text += "Another paragraph of one line.\n\n";
    return text;
}

Experiment placed(const LessonJson& ask, const std::string& text = "Look.") {
    return with_steps({{{"id", "first"}, {"text", text}, {"ask", {ask}}, {"allow", LessonJson::array()}}},
                      {{"id", "abcdefghijklmnop"}});
}

} // namespace

class TestLessonPlaces : public WindowTest {
    Q_OBJECT

private slots:
    void cardsAreUnfolded_data();
    void cardsAreUnfolded();
    void foldedAgain();
    void sameReplyAgain();
    void wrongHead();
    void keyboardInSight();
    void backByKey();
    void lockedByShortcutAlone();
    void afterTheLesson();

private:
    LabWindow& play(LabWindow& w, const Experiment& lesson) {
        w.document().replace(lesson, {});
        w.lesson().startAgain();
        return w;
    }
    LabWindow& playStep(LabWindow& w, const QString& name, std::size_t step) {
        w.controller().openExample(name);
        [&] { QTRY_VERIFY(w.lesson().isOn()); }();
        w.lesson().goTo(step);
        [&] { QTRY_VERIFY(w.lesson().isChecked()); }();
        return w;
    }
    LessonPanel& panel() { return *window().lessonGuide().panel(); }
    QuestionCard& card() { return *panel().cards().back(); }
    QScrollArea& area() { return *panel().findChild<QScrollArea*>(); }
    bool isInSight(const QWidget& each) {
        return area().viewport()->rect().contains(
            QRect(each.mapTo(area().viewport(), QPoint(0, 0)), each.size()));
    }
    void settle() { QTRY_VERIFY(!window().lesson().isJudging()); }
};

void TestLessonPlaces::cardsAreUnfolded_data() {
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<int>("step");
    for (const auto& [lesson, steps] :
         {std::pair("queries-keys-and-values", QList<int>{6, 7, 9}),
          std::pair("what-attention-computes", QList<int>{10}), std::pair("tokens-as-columns", QList<int>{8}),
          std::pair("several-heads", QList<int>{5}), std::pair("the-decoders-mask", QList<int>{7})}) {
        for (const int step : steps)
            QTest::addRow("%s %d", lesson, step) << QString(lesson) << step - 1;
    }
}

/// And they stand in the order of the computation.
void TestLessonPlaces::cardsAreUnfolded() {
    QFETCH(QString, lesson);
    QFETCH(int, step);
    LabWindow& w = playStep(openWindow(small), lesson, static_cast<std::size_t>(step));
    QPoint before(-1, -1);
    for (const StageId id : *w.lesson().step().show) {
        const StageCard& each = *w.board().card(id);
        QVERIFY2(!each.isThumbnail(), qPrintable(each.objectName()));
        const QPoint place = each.pos();
        QVERIFY2(place.y() > before.y() || place.x() > before.x(), qPrintable(each.objectName()));
        before = place;
    }
}

/// Somebody may fold one all the same, until the next step.
void TestLessonPlaces::foldedAgain() {
    LabWindow& w = playStep(openWindow(small), "queries-keys-and-values", 6);
    StageCard& keys = *w.board().card(StageId::keys);
    QVERIFY(!keys.isThumbnail());
    emit keys.foldRequested(true);
    QVERIFY(keys.isThumbnail() && !w.board().card(StageId::head_outputs)->isThumbnail());
    emit keys.foldRequested(false);
    QVERIFY(!keys.isThumbnail());
    emit keys.foldRequested(true);
    w.lesson().goTo(7);
    w.lesson().goTo(6);
    QVERIFY(!keys.isThumbnail());
    w.lesson().leave();
    QVERIFY(!w.board().stages());
}

/// What is said a second time in the same words is brought into sight again.
void TestLessonPlaces::sameReplyAgain() {
    const LessonJson choice{{"id", "which"},
                            {"kind", "choice"},
                            {"text", "Which one?"},
                            {"options", {{{"text", "one"}}, {{"text", "two"}, {"right", true}}}}};
    play(openWindow(small), placed(choice, paragraphs()));
    const auto saidInSight = [this] {
        const QRect said = card().saidPlace();
        const QPoint at = card().mapTo(area().viewport(), said.topLeft());
        return !said.isEmpty() && area().viewport()->rect().contains(QRect(at, said.size()));
    };
    for (int i = 0; i < 2; ++i) {
        area().verticalScrollBar()->setValue(0);
        QVERIFY(!saidInSight());
        window().lesson().answer(ChosenOption{0});
        settle();
        QTRY_VERIFY(saidInSight());
    }
}

/// A click in another head is no wrong answer, and says which head is asked for.
void TestLessonPlaces::wrongHead() {
    LabWindow& w = playStep(window(), "several-heads", 1);
    w.lesson().show();
    QTRY_COMPARE(w.lesson().openQuestion(), std::size_t(1));
    QTRY_COMPARE(panel().cards().size(), std::size_t(2));
    w.selection().setHead(0);
    w.click(StageId::weights, {8, 6});
    QCOMPARE(card().problem(), QString("This is head 1. Click the cell in head 2."));
    QVERIFY(!w.lesson().answerTo(1));
    QVERIFY(panel().isVisible());
    w.selection().setHead(1);
    w.click(StageId::weights, {8, 5});
    settle();
    QVERIFY(card().problem().isEmpty() && !card().said().isEmpty());
    w.click(StageId::weights, {8, 6});
    settle();
    QTRY_VERIFY(w.lesson().isDone(1));
}

/// F12 gives the keyboard to the question, and shows it.
void TestLessonPlaces::keyboardInSight() {
    const LessonJson score{{"id", "one"},       {"kind", "number"}, {"text", "Which score?"},
                           {"stage", "scores"}, {"row", 2},         {"column", 0}};
    LabWindow& w = play(openWindow(small), placed(score, paragraphs()));
    w.lessonGuide().startOrGoThere();
    for (int i = 0; i < 2; ++i) {
        area().verticalScrollBar()->setValue(0);
        QVERIFY(!isInSight(*card().field()));
        w.lessonGuide().startOrGoThere();
        QTRY_VERIFY(card().field()->hasFocus());
        QVERIFY(isInSight(*card().field()));
    }
}

/// From an explanation that has the panel's place, too.
void TestLessonPlaces::backByKey() {
    const LessonJson score{{"id", "one"},       {"kind", "number"}, {"text", "Which score?"},
                           {"stage", "scores"}, {"row", 2},         {"column", 0}};
    LabWindow& w = play(window(), placed(score));
    w.click(StageId::weights, {0, 0});
    QTRY_VERIFY(panel().isHidden());
    w.lessonGuide().startOrGoThere();
    QTRY_VERIFY(panel().isVisible() && card().field()->hasFocus());
    QVERIFY(!w.selection().inspected());
}

/// The first refusal of all stands where the keyboard is, not at the pointer.
void TestLessonPlaces::lockedByShortcutAlone() {
    const LessonJson score{{"id", "one"},       {"kind", "number"}, {"text", "Which score?"},
                           {"stage", "scores"}, {"row", 2},         {"column", 0}};
    LabWindow& w = play(window(), placed(score));
    MatrixGrid& grid = w.grid(ParameterId::W_K);
    grid.setFocus();
    grid.setCurrentIndex(grid.model()->index(0, 0));
    QTest::keyClicks(grid.viewport(), "7");
    w.press_key(Qt::Key_Return);
    const LockNote* note = w.lessonGuide().lockNote();
    QVERIFY(note && note->isVisible());
    const QRect around = QRect(grid.mapTo(&w, QPoint(0, 0)), grid.size()).adjusted(-40, -40, 40, 60);
    QVERIFY(around.contains(note->pos()));
}

/// The way to the next lesson.
void TestLessonPlaces::afterTheLesson() {
    LabWindow& w = playStep(openWindow(small), lessonNames()[0], 0);
    for (std::size_t step = 0; step < w.lesson().stepCount(); ++step) {
        w.lesson().goTo(step);
        QTRY_VERIFY(w.lesson().isChecked());
        while (const Question* question = w.lesson().question()) {
            const std::string id = question->id;
            if (question->kind == QuestionKind::goal)
                w.document().setValue(ParameterId::W_Q, 2, 1, 1.5);
            else if (question->kind == QuestionKind::text)
                w.lesson().answer(std::string("words"));
            else
                w.lesson().show();
            QTRY_VERIFY(!w.lesson().question() || w.lesson().question()->id != id);
        }
    }
    QTest::mouseClick(&panel().nextButton(), Qt::LeftButton);
    const QWidget& next = w.findChild<DescriptionPanel*>()->nextLesson();
    QTRY_VERIFY(next.isVisible());
    const auto isShown = [&] {
        return w.board().viewport()->rect().contains(
            QRect(next.mapTo(w.board().viewport(), QPoint(0, 0)), next.size()));
    };
    QTRY_VERIFY(isShown());
}

LAB_WINDOW_TEST(TestLessonPlaces)
#include "tst_lesson_places.moc"
