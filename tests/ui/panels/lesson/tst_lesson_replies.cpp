// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the panel of a lesson says, and where: one reply at a time, all of it in sight, nothing that moves
// under the pointer, and what is said at the end.
#include "core/film/film.h"
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/pages/explore/cell_brush.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/lesson/option_button.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/selection/selection.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/presentation.h"

#include <nlohmann/json.hpp>

#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestLessonReplies : public WindowTest {
    Q_OBJECT

private slots:
    void unreadable();
    void emptyFirst();
    void recalled();
    void hintKeepsItsPlace();
    void hintTakesNoKeyboard();
    void lastStep();
    void allDone();
    void startAgainAsks();
    void goalBehindAnExplanation();
    void markedAgain_data();
    void markedAgain();
    void brushIsLaidDown();
    void hintInSight();
    void replyInSight_data();
    void replyInSight();
    void slideBeginsAtTheTop();
    void filmGoesThere();

private:
    LabWindow& play(LabWindow& w, const Experiment& lesson);
    LabWindow& playShipped(LabWindow& w, const QString& name, std::size_t step);
    LessonPanel& panel() { return *window().lessonGuide().panel(); }
    QuestionCard& card(std::size_t which) { return *panel().cards().at(which); }
    void settle() { QTRY_VERIFY(!window().lesson().isJudging()); }
    QScrollArea& area() { return *panel().findChild<QScrollArea*>(); }
    bool isInSight(const QuestionCard& its) {
        const QRect said = its.saidPlace();
        const QPoint at = its.mapTo(area().viewport(), said.topLeft());
        return !said.isEmpty() && area().viewport()->rect().contains(QRect(at, said.size()));
    }
    QAction* entry(const QString& text) {
        for (QAction* each : panel().menuButton().menu()->actions()) {
            if (each->text() == text)
                return each;
        }
        return nullptr;
    }
};

namespace {

const LessonJson weightsAsked{
    {"id", "all"}, {"kind", "matrix"}, {"text", "Which weights?"}, {"stage", "weights"}};
const LessonJson scoreAsked{{"id", "one"}, {"kind", "number"}, {"text", "Which score?"}, {"stage", "scores"},
                            {"row", 2},    {"column", 0},      {"hint", "Count."}};
const LessonJson choiceAsked{{"id", "which"},
                             {"kind", "choice"},
                             {"text", "Which one?"},
                             {"hint", "Not the first."},
                             {"options", {{{"text", "one"}}, {{"text", "two"}, {"right", true}}}}};

Experiment askedFirst(const LessonJson& ask, const LessonJson& allow = LessonJson::array(),
                      const std::string& text = "Look.") {
    return with_steps({{{"id", "first"}, {"text", text}, {"ask", {ask}}, {"allow", allow}},
                       {{"id", "second"}, {"allow", allow}}},
                      {{"id", "abcdefghijklmnop"}});
}

std::string longText() {
    std::string text;
    for (int i = 0; i < 60; ++i)
        text += "A paragraph that takes a line.\n\n";
    return text;
}

} // namespace

LabWindow& TestLessonReplies::play(LabWindow& w, const Experiment& lesson) {
    w.document().replace(lesson, {});
    w.lesson().startAgain();
    return w;
}

LabWindow& TestLessonReplies::playShipped(LabWindow& w, const QString& name, std::size_t step) {
    w.controller().openExample(name);
    [&] { QTRY_VERIFY(w.lesson().isOn()); }();
    w.lesson().goTo(step);
    [&] { QTRY_VERIFY(w.lesson().isChecked()); }();
    return w;
}

/// What cannot be read is said alone; the reply to the answer before does not come back when one types on.
void TestLessonReplies::unreadable() {
    play(window(), askedFirst(weightsAsked));
    card(0).text()->setPlainText("0.3 0.3 0.4\n0.3 0.3 0.4\n0.3 0.3 0.4");
    QTest::mouseClick(&card(0).checkButton(), Qt::LeftButton);
    settle();
    QVERIFY(!card(0).said().isEmpty() && card(0).problem().isEmpty());
    card(0).text()->setPlainText("some words");
    QVERIFY2(!card(0).said().isEmpty(), "it stays while one corrects what it is about");
    QTest::mouseClick(&card(0).checkButton(), Qt::LeftButton);
    QVERIFY(card(0).problem().contains("rows of numbers") && card(0).said().isEmpty());
    card(0).text()->setPlainText("some other words");
    QVERIFY(card(0).problem().isEmpty() && card(0).said().isEmpty());
    card(0).text()->setPlainText("0.2 0.3 0.5\n0.3 0.3 0.4\n0.3 0.3 0.4");
    QTest::mouseClick(&card(0).checkButton(), Qt::LeftButton);
    settle();
    QVERIFY(!card(0).said().isEmpty() && card(0).problem().isEmpty());
}

void TestLessonReplies::emptyFirst() {
    play(window(), askedFirst(scoreAsked));
    QTest::mouseClick(&card(0).checkButton(), Qt::LeftButton);
    QCOMPARE(card(0).problem(), QString("Type a number first."));
    QTest::keyClicks(card(0).field(), "4");
    QVERIFY2(card(0).problem().isEmpty(), "one has begun to");
    QTest::keyClick(card(0).field(), Qt::Key_Return);
    settle();
    QVERIFY2(card(0).said().contains("4 is not right"), qPrintable(card(0).said()));
    card(0).field()->clear();
    QVERIFY2(card(0).said().isEmpty(), "what it is about has gone");
}

/// After going on and back, what was typed and what is said of it are both there.
void TestLessonReplies::recalled() {
    LabWindow& w = play(window(), askedFirst(scoreAsked));
    QTest::keyClicks(card(0).field(), "4.25");
    QTest::keyClick(card(0).field(), Qt::Key_Return);
    settle();
    QTest::mouseClick(&panel().nextButton(), Qt::LeftButton);
    QTest::mouseClick(&panel().backButton(), Qt::LeftButton);
    QCOMPARE(w.lesson().current(), std::size_t(0));
    QCOMPARE(card(0).field()->text(), QString("4.25"));
    QVERIFY2(card(0).said().contains("4.25 is not right"), qPrintable(card(0).said()));
    play(w, askedFirst(weightsAsked));
    card(0).text()->setPlainText("0.3 0.3 0.4\n0.3 0.3 0.4\n0.3 0.3 0.4");
    QTest::mouseClick(&card(0).checkButton(), Qt::LeftButton);
    settle();
    QVERIFY(w.lesson().move(1) && w.lesson().move(-1));
    QCOMPARE(card(0).text()->toPlainText().section('\n', 0, 0).simplified().left(7), QString("0.30 0."));
    QVERIFY(!card(0).said().isEmpty());
}

/// A double-click on Hint does not meet Show me.
void TestLessonReplies::hintKeepsItsPlace() {
    LabWindow& w = play(window(), askedFirst(choiceAsked));
    QTest::qWait(0);
    QPushButton &hint = card(0).hintButton(), &show = card(0).showButton();
    const QRect before = hint.geometry(), shown = show.geometry();
    const QPoint pointer = hint.mapTo(&w, hint.rect().center());
    QTest::mouseClick(&hint, Qt::LeftButton);
    QTest::qWait(0);
    QWidget* under = w.childAt(pointer);
    QTest::mouseDClick(under, Qt::LeftButton);
    QTest::mouseRelease(under, Qt::LeftButton);
    QVERIFY(w.lesson().isHintShown() && !w.lesson().answerTo(0));
    QVERIFY(hint.isVisible() && !hint.isEnabled());
    QCOMPARE(hint.geometry(), before);
    QCOMPARE(show.geometry(), shown);
    // The panel may have scrolled meanwhile.
    QMouseEvent second(QEvent::MouseButtonDblClick, QPointF(3, 3), show.mapToGlobal(QPointF(3, 3)),
                       Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&show, &second);
    QTest::mouseRelease(&show, Qt::LeftButton);
    QVERIFY(!w.lesson().answerTo(0));
    QTest::mouseClick(&show, Qt::LeftButton);
    QVERIFY(w.lesson().answerTo(0) && w.lesson().answerTo(0)->shown);
}

void TestLessonReplies::hintTakesNoKeyboard() {
    LabWindow& w = play(window(), askedFirst(choiceAsked));
    card(0).hintButton().setFocus();
    QTest::keyClick(&card(0).hintButton(), Qt::Key_Space);
    QVERIFY(w.lesson().isHintShown());
    QVERIFY(w.focusWidget() && !qobject_cast<QAbstractButton*>(w.focusWidget()));
}

void TestLessonReplies::lastStep() {
    LabWindow& w = play(window(), with_steps({{{"id", "first"}, {"text", "Look."}, {"ask", {choiceAsked}}}},
                                             {{"id", "abcdefghijklmnop"}}));
    QCOMPARE(panel().nextButton().text(), QString("Skip and finish"));
    w.lesson().show();
    QCOMPARE(panel().nextButton().text(), QString("Finish"));
}

/// It is said that all is done, and what is next stands where the description does.
void TestLessonReplies::allDone() {
    LabWindow& w = playShipped(window(), lessonNames()[0], 0);
    auto* description = w.findChild<DescriptionPanel*>();
    for (std::size_t step = 0; step < w.lesson().stepCount(); ++step) {
        w.lesson().goTo(step);
        QTRY_VERIFY(w.lesson().isChecked());
        while (const Question* question = w.lesson().question()) {
            const std::string id = question->id;
            if (question->kind == QuestionKind::goal)
                w.document().setValue(ParameterId::W_Q, 2, 1, 1.5); // as in tests/data/lessons/answers.json
            else if (question->kind == QuestionKind::text)
                w.lesson().answer(std::string("words"));
            else
                w.lesson().show();
            QTRY_VERIFY(!w.lesson().question() || w.lesson().question()->id != id);
        }
    }
    QVERIFY(!description->nextLesson().isVisible());
    QCOMPARE(panel().nextButton().text(), QString("Finish"));
    QSignalSpy said(&w.lessonGuide(), &LessonGuide::messageRequested);
    QTest::mouseClick(&panel().nextButton(), Qt::LeftButton);
    QVERIFY(!w.lesson().isOn());
    const QString title = QString::fromStdString(example(lessonNames()[1]).title);
    QCOMPARE(said.count(), 1);
    const QString message = said.front().front().toString();
    QVERIFY2(message.contains("The lesson is done") && message.contains(title), qPrintable(message));
    QCOMPARE(description->nextLesson().text(), "The next lesson: " + title);
    QTRY_VERIFY(description->nextLesson().isVisible() && description->lesson().isVisible());
    QTest::mouseClick(&description->nextLesson(), Qt::LeftButton);
    QTRY_COMPARE(w.document().exampleName(), lessonNames()[1]);
    QTRY_VERIFY(w.lesson().isOn());
    QCOMPARE(lessonAfter(lessonNames().constLast()), QString());
}

/// Only where answers would be lost.
void TestLessonReplies::startAgainAsks() {
    LabWindow& w = play(window(), askedFirst(choiceAsked));
    const auto asked = [&w]() -> QMessageBox* {
        for (auto* each : w.findChildren<QMessageBox*>()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    };
    QAction* again = entry("Start the lesson again");
    QVERIFY(again);
    again->trigger();
    QVERIFY(!asked());
    w.lesson().answer(ChosenOption{0});
    settle();
    again->trigger();
    QVERIFY(asked());
    asked()->button(QMessageBox::Cancel)->click();
    QTRY_VERIFY(!asked());
    QVERIFY(w.lesson().answerTo(0));
    again->trigger();
    QVERIFY(asked());
    for (QAbstractButton* each : asked()->buttons()) {
        if (each->text() == "Start again")
            each->click();
    }
    QTRY_VERIFY(!asked());
    QVERIFY(w.lesson().isOn() && !w.lesson().answerTo(0));
}

/// The panel comes back and says it.
void TestLessonReplies::goalBehindAnExplanation() {
    const LessonJson goal{{"id", "goal"}, {"kind", "goal"}, {"text", "More."}, {"stage", "weights"},
                          {"row", 1},     {"column", 2},    {"at_least", 0.8}};
    LabWindow& w = play(window(), askedFirst(goal, {"overrides"}));
    QTRY_VERIFY(w.lesson().isChecked());
    w.click(StageId::weights, {1, 2});
    QTRY_VERIFY(w.explanation().isVisible() && !panel().isVisible());
    Experiment next = w.document().experiment();
    next.overrides.push_back({StageId::weights, 0, 1, 2, 0.9, {}});
    w.document().apply({next, {}, QStringLiteral("overridden")});
    QTRY_VERIFY(w.lesson().isDone(0));
    QTRY_VERIFY(panel().isVisible() && !w.explanation().isVisible());
    QVERIFY2(card(0).said().startsWith("Done"), qPrintable(card(0).said()));
    QTRY_VERIFY(isInSight(card(0)));
}

void TestLessonReplies::markedAgain_data() {
    QTest::addColumn<int>("way");
    QTest::newRow("the button") << 0;
    QTest::newRow("F8") << 1;
    QTest::newRow("Escape") << 2;
}

/// The text of the step says that a number is marked.
void TestLessonReplies::markedAgain() {
    QFETCH(int, way);
    LabWindow& w = playShipped(window(), "what-attention-computes", 2);
    const auto marked = w.selection().inspected();
    QVERIFY(marked);
    for (int time = 0; time < 2; ++time) {
        w.press_key(Qt::Key_F8);
        QTRY_VERIFY(w.explanation().isVisible() && !panel().isVisible());
        if (time == 1)
            w.selection().inspect(CellRef{StageId::queries, 0, 0, 0}); // and looks at another one
        QTest::qWait(0);
        if (way == 0)
            QTest::mouseClick(w.findChild<PillButton*>(QStringLiteral("backToLesson")), Qt::LeftButton);
        else
            w.press_key(way == 1 ? Qt::Key_F8 : Qt::Key_Escape);
        QTRY_VERIFY(panel().isVisible() && !w.explanation().isVisible());
        QVERIFY(w.selection().inspected() == marked);
    }
    w.press_key(Qt::Key_Escape);
    QVERIFY2(!w.selection().isInspecting(), "it can be taken away all the same");
}

void TestLessonReplies::brushIsLaidDown() {
    LabWindow& w = play(window(), askedFirst(choiceAsked, {"mask"}));
    const auto isPainting = [&w] {
        return std::ranges::any_of(w.findChildren<CellBrush*>(),
                                   [](const CellBrush* each) { return each->isOn(); });
    };
    const auto take = [&w] {
        QAbstractButton* paint = w.button(*w.board().card(StageId::masked_scores), "Paint");
        if (!paint->isChecked())
            w.press(paint);
    };
    take();
    QVERIFY(isPainting());
    QVERIFY(w.lesson().move(1));
    QVERIFY(!isPainting());
    take();
    QVERIFY(isPainting());
    w.lesson().leave();
    QVERIFY(!isPainting());
}

/// Also before anything was answered, where the text comes first.
void TestLessonReplies::hintInSight() {
    LabWindow& w = play(openWindow({1280, 800}), askedFirst(choiceAsked, {}, longText()));
    QTest::qWait(0);
    QCOMPARE(area().verticalScrollBar()->value(), 0);
    w.lesson().showHint();
    QTRY_VERIFY(isInSight(card(0)));
    // What is as it was stays where somebody has scrolled it to.
    area().verticalScrollBar()->setValue(0);
    emit w.lesson().changed();
    QTest::qWait(0);
    QCOMPARE(area().verticalScrollBar()->value(), 0);
    w.lesson().answer(ChosenOption{0});
    settle();
    QTRY_VERIFY(isInSight(card(0)));
}

void TestLessonReplies::replyInSight_data() {
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<int>("step");
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700)}) {
        QTest::addRow("mask %d", size.width()) << "the-decoders-mask" << 6 << size;
        QTest::addRow("first notebook %d", size.width()) << "what-is-wrong-here" << 1 << size;
        QTest::addRow("second notebook %d", size.width()) << "what-is-wrong-here" << 2 << size;
    }
}

/// Below the matrix of a notebook.
void TestLessonReplies::replyInSight() {
    QFETCH(QString, lesson);
    QFETCH(int, step);
    QFETCH(QSize, size);
    LabWindow& w = playShipped(openWindow(size), lesson, static_cast<std::size_t>(step));
    QTRY_VERIFY(card(0).studentsNumbers() && !card(0).options().empty());
    const Question& question = *w.lesson().question();
    for (std::size_t i = 0; i < question.mistakes.size(); ++i) {
        if (question.mistakes[i] == question.mistake)
            continue;
        QTest::mouseClick(card(0).options()[i], Qt::LeftButton);
        settle();
        QTRY_VERIFY(isInSight(card(0)));
        area().verticalScrollBar()->setValue(0);
        w.lesson().showHint();
        QTRY_VERIFY(isInSight(card(0)));
        break;
    }
}

/// A clicker cannot scroll up: it goes down from the top, through all of the text and to what is asked, and
/// tells the answer then.
void TestLessonReplies::slideBeginsAtTheTop() {
    LabWindow& w = play(openWindow({1280, 800}), askedFirst(choiceAsked, {}, longText()));
    w.press_key(Qt::Key_F5);
    QTRY_VERIFY(w.presentation().isRunning() && panel().isVisible());
    QTest::qWait(0);
    QCOMPARE(area().verticalScrollBar()->value(), 0);
    w.press_key(Qt::Key_PageDown);
    QVERIFY(area().verticalScrollBar()->value() > 0 && !w.lesson().answerTo(0));
    QVERIFY(area().verticalScrollBar()->value() <= area().viewport()->height());
    for (int presses = 0; presses < 30 && !w.lesson().answerTo(0); ++presses)
        w.press_key(Qt::Key_PageDown);
    QTest::qWait(0);
    QVERIFY(w.lesson().answerTo(0) && w.lesson().current() == 0);
    QTRY_VERIFY(isInSight(card(0)));
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(w.lesson().current(), std::size_t(1));
}

/// A number that is told is on the card, which the film had not come to.
void TestLessonReplies::filmGoesThere() {
    LabWindow& w = playShipped(window(), "why-softmax", 3);
    auto* page = w.findChild<PlayPage*>();
    QVERIFY(page && page->isVisible());
    FilmPlayer& player = page->player();
    w.lesson().show(); // what is asked first is no number
    player.goTo(0);
    const auto isKnown = [&] {
        return player.film()->known(player.place(), {StageId::weights, 0, ScenePart::whole}) > 3;
    };
    QVERIFY(!isKnown());
    QVERIFY(w.lesson().question() && w.lesson().question()->kind == QuestionKind::number);
    w.lesson().show();
    QVERIFY(isKnown());
    const FilmPlace place = player.place();
    QCOMPARE(player.film()->known(place - 1, {StageId::weights, 0, ScenePart::whole}), Index(3));
}

LAB_WINDOW_TEST(TestLessonReplies)
#include "tst_lesson_replies.moc"
