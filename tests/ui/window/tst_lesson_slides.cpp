// SPDX-License-Identifier: GPL-3.0-or-later
//
// The slides of a lesson on one screen: what a class sees of each step while somebody goes on with a clicker.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/pages/play/film_track.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/lesson/lesson_text_view.h"
#include "ui/panels/lesson/option_button.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/panels/lesson/step_pages.h"
#include "ui/widgets/control_row.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"

#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <initializer_list>
#include <set>
#include <utility>

using namespace lab;
using namespace lab::test;

class TestLessonSlides : public PresentTest {
    Q_OBJECT

private slots:
    void pagesOfAStep();
    void allIsSeen_data() { addScreens(); }
    void allIsSeen();
    void repliesAreWhole_data() { addScreens(); }
    void repliesAreWhole();
    void backAgain_data() { addScreens(); }
    void backAgain();
    void nothingCut_data() { addScreens(); }
    void nothingCut();
    void nothingTellsTheAnswer();
    void cardsHaveNumbers_data();
    void cardsHaveNumbers();
    void lockedControls();
    void againWithNothingAnswered();
    void keysBesideThePanel();

private:
    static void addScreens() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1024x700") << QSize(1024, 700);
        QTest::newRow("1600x1000") << QSize(1600, 1000);
        QTest::newRow("700x900") << QSize(700, 900);
    }
    void presentLesson(QSize size, const QString& example = QStringLiteral("why-softmax")) {
        LabWindow& w = openWindow({1280, 800});
        w.document().openExample(example);
        QApplication::processEvents();
        w.press_key(Qt::Key_F5);
        QTRY_VERIFY(w.presentation().isRunning());
        setScreen(size);
        settle();
        QVERIFY(w.lesson().isOn());
    }
    void press(Qt::Key key) {
        window().press_key(key);
        settle();
    }
    /// What is queued, and what that queues.
    void settle() {
        for (int i = 0; i < 3; ++i)
            QTest::qWait(0);
        QTRY_VERIFY(!window().lesson().isOn() || window().lesson().isChecked());
    }
    LessonPanel& panel() { return *window().lessonGuide().panel(); }
    QScrollArea& area() { return *panel().findChild<QScrollArea*>(); }
    int place() { return area().verticalScrollBar()->value(); }
    /// What of the step is in sight.
    QRect seen() {
        QRect seen = area().viewport()->rect();
        if (const auto* cut = panel().findChild<QWidget*>(QStringLiteral("cut")); cut->isVisible())
            seen.setBottom(cut->y() - 1);
        return seen;
    }
    bool isWhole(const QWidget& widget, const QRect& part) {
        const QRect at(widget.mapTo(area().viewport(), part.topLeft()), part.size());
        return seen().top() <= at.top() && at.bottom() <= seen().bottom() + 1;
    }
    QuestionCard* lastSettled() {
        const std::size_t open = window().lesson().openQuestion();
        return open == 0 ? nullptr : panel().cards()[open - 1];
    }
    void toStep(std::size_t step) {
        window().lesson().goTo(step);
        settle();
    }
};

/// Lines of 20, in a room of 100.
void TestLessonSlides::pagesOfAStep() {
    std::vector<StepPiece> lines;
    for (int i = 0; i < 6; ++i)
        lines.push_back({20 * i, 20 * i + 20});
    const StepPages shortStep(lines, 120, 10, 20);
    QVERIFY(shortStep.showsEnd(0));
    QCOMPARE(shortStep.next(0), 0);
    QVERIFY(!shortStep.cutFrom(0));

    const StepPages some(lines, 110, 10, 20); // half a line too many
    QVERIFY(!some.showsEnd(0));
    QCOMPARE(some.next(0), 20);
    QCOMPARE(some.cutFrom(0), std::optional(100));
    QVERIFY(some.showsEnd(20) && !some.cutFrom(20));

    lines.push_back({130, 190, true}); // a question of 60, and another one of 120
    lines.push_back({200, 260, true});
    lines.push_back({260, 320});
    const StepPages more(lines, 100, 10, 20);
    QCOMPARE(more.next(0), 100);   // the first line that was not seen
    QCOMPARE(more.next(100), 190); // a question from its beginning
    QCOMPARE(more.next(190), 260);
    QVERIFY(more.showsEnd(260));
    QCOMPARE(more.showing(140, 190, 0), 100);
    QCOMPARE(more.showing(140, 190, 300), 120); // from the question’s own beginning
    QCOMPARE(more.showing(200, 298, 0), 198);   // just has room
    QCOMPARE(more.showing(200, 320, 0), 190);   // has no room

    const StepPages high({{0, 300}}, 100, 10, 20);
    QCOMPARE(high.next(0), 80);
    QCOMPARE(high.next(80), 160);
    QCOMPARE(high.next(160), 200);
    QCOMPARE(high.next(200), 200);
    QVERIFY(!high.cutFrom(0)); // it cannot be whole anywhere
}

/// Before an answer is told, and before a step is left, every line and option has been whole at some press;
/// and no press moves the panel by less than a line.
void TestLessonSlides::allIsSeen() {
    QFETCH(QSize, size);
    presentLesson(size);
    const LessonPlayer& lesson = window().lesson();
    std::set<const QWidget*> options;
    std::set<std::pair<const QWidget*, int>> lines;
    for (int presses = 0; presses < 100; ++presses) {
        const QuestionCard* card = lesson.question() ? panel().cards().back() : nullptr;
        for (const OptionButton* each : card ? card->options() : std::vector<OptionButton*>{}) {
            if (isWhole(*each, each->rect()))
                options.insert(each);
        }
        const LessonTextView* question = card ? &card->textView() : nullptr;
        for (const LessonTextView* text :
             std::initializer_list<const LessonTextView*>{&panel().text(), question}) {
            for (const QRect& each : text ? text->lines() : std::vector<QRect>{}) {
                if (isWhole(*text, each))
                    lines.insert({text, each.top()});
            }
        }
        const std::size_t all = card ? card->options().size() : 0;
        const std::size_t textLines =
            panel().text().lines().size() + (question ? question->lines().size() : 0);
        const auto before = std::pair(lesson.current(), lesson.openQuestion());
        const int at = place();
        press(Qt::Key_PageDown);
        if (std::pair(lesson.current(), lesson.openQuestion()) == before) {
            if (place() == at)
                return; // the end of the last step
            QVERIFY(place() - at >= QFontMetrics(theme().font(TextRole::body)).lineSpacing());
            continue;
        }
        QCOMPARE(options.size(), all);
        QVERIFY(lines.size() >= textLines);
        options.clear();
        if (lesson.current() != before.first)
            lines.clear();
        else
            std::erase_if(lines, [&](const auto& each) { return each.first != &panel().text(); });
    }
    QFAIL("the lesson has no end");
}

void TestLessonSlides::repliesAreWhole() {
    QFETCH(QSize, size);
    presentLesson(size);
    const LessonPlayer& lesson = window().lesson();
    int replies = 0;
    for (int presses = 0; presses < 100 && lesson.current() + 1 < lesson.stepCount(); ++presses) {
        const auto before = std::pair(lesson.current(), lesson.openQuestion());
        press(Qt::Key_PageDown);
        if (lesson.current() != before.first || lesson.openQuestion() == before.second)
            continue;
        ++replies;
        const QuestionCard& card = *lastSettled();
        const int room = area().viewport()->height();
        if (card.saidPlace().height() <= room)
            QVERIFY(isWhole(card, card.saidPlace()));
        if (!card.chosenPlace().isEmpty() && card.saidPlace().united(card.chosenPlace()).height() <= room)
            QVERIFY(isWhole(card, card.chosenPlace()));
        if (card.saidPlace().bottom() < room)
            QVERIFY(isWhole(card, {QPoint(), QPoint(0, card.saidPlace().bottom())}));
    }
    QVERIFY(replies >= 6);
}

/// What was told is reached again.
void TestLessonSlides::backAgain() {
    QFETCH(QSize, size);
    presentLesson(size);
    const LessonPlayer& lesson = window().lesson();
    toStep(3);
    const FilmTrack& film = *window().findChild<FilmTrack*>();
    const FilmPlace asked = film.place();
    FilmPlace told = asked;
    for (int presses = 0; presses < 20 && lesson.current() == 3; ++presses) {
        told = film.place();
        press(Qt::Key_PageDown);
    }
    QCOMPARE(lesson.current(), std::size_t(4));
    QVERIFY(told > asked);
    press(Qt::Key_PageUp);
    QCOMPARE(lesson.current(), std::size_t(3));
    QCOMPARE(film.place(), told);
    QCOMPARE(place(), 0);
    bool wasSeen = false;
    for (int presses = 0; presses < 20 && lesson.current() == 3; ++presses) {
        const QuestionCard& last = *panel().cards().back();
        QVERIFY(!last.said().isEmpty());
        wasSeen = isWhole(last, last.saidPlace());
        press(Qt::Key_PageDown);
    }
    QVERIFY(wasSeen);
}

/// A line or an option is whole, or not there.
void TestLessonSlides::nothingCut() {
    QFETCH(QSize, size);
    presentLesson(size);
    const LessonPlayer& lesson = window().lesson();
    for (int presses = 0; presses < 40 && lesson.current() + 1 < lesson.stepCount(); ++presses) {
        std::vector<std::pair<const QWidget*, QRect>> parts;
        for (const QRect& each : panel().text().lines())
            parts.emplace_back(&panel().text(), each);
        for (const QuestionCard* card : panel().cards()) {
            for (const OptionButton* each : card->options())
                parts.emplace_back(each, each->rect());
            for (const QRect& each : card->textView().lines())
                parts.emplace_back(&card->textView(), each);
        }
        for (const auto& [widget, part] : parts) {
            const QRect at(widget->mapTo(area().viewport(), part.topLeft()), part.size());
            QVERIFY(isWhole(*widget, part) || at.bottom() <= 1 || at.top() >= seen().bottom() - 1);
        }
        press(Qt::Key_PageDown);
    }
}

/// A press on one of the buttons by mistake would; whoever presents has the clicker.
void TestLessonSlides::nothingTellsTheAnswer() {
    presentLesson({1600, 1000});
    const auto isOffered = [this] {
        const QuestionCard& card = *panel().cards().back();
        return card.checkButton().isVisible() || card.hintButton().isVisible() ||
               card.showButton().isVisible();
    };
    QVERIFY(!isOffered());
    toStep(1);
    QVERIFY(!isOffered());
    window().press_key(Qt::Key_F5);
    QTRY_VERIFY(!window().presentation().isRunning());
    window().lesson().start();
    settle();
    QVERIFY(isOffered());
}

void TestLessonSlides::cardsHaveNumbers_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 700), QSize(1024, 768), QSize(1280, 1024), QSize(1600, 1000)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

void TestLessonSlides::cardsHaveNumbers() {
    QFETCH(QSize, size);
    presentLesson(size);
    const LessonPlayer& lesson = window().lesson();
    for (std::size_t step = 0; step < lesson.stepCount(); ++step) {
        toStep(step);
        if (!window().board().isVisible())
            continue;
        for (const StageId id : *window().board().stages()) {
            QVERIFY2(!window().board().card(id)->isThumbnail(), qPrintable(QString::number(step)));
            QVERIFY(!isColourOnly(window().heatmap(id).metrics().density));
        }
    }
}

/// They take no room of the slide where nothing can be done with them.
void TestLessonSlides::lockedControls() {
    presentLesson({1600, 1000});
    const auto isShown = [this](StageId id) {
        return window().board().card(id)->findChild<ControlRow*>()->isVisible();
    };
    toStep(0);
    QVERIFY(!isShown(StageId::weights));
    toStep(7); // which is about them
    QVERIFY(isShown(StageId::weights));
    toStep(9);
    QVERIFY(!isShown(StageId::weights) && !isShown(StageId::masked_scores));
    window().press_key(Qt::Key_F5);
    QTRY_VERIFY(!window().presentation().isRunning());
    window().lesson().start();
    settle();
    toStep(9);
    QVERIFY(isShown(StageId::weights));
}

void TestLessonSlides::againWithNothingAnswered() {
    LabWindow& w = openWindow({1280, 800});
    w.document().openExample(QStringLiteral("why-softmax"));
    QApplication::processEvents();
    w.lesson().start();
    settle();
    toStep(3);
    press(Qt::Key_F5);
    QTRY_VERIFY(w.presentation().isRunning());
    while (w.lesson().current() == 3)
        press(Qt::Key_PageDown);
    press(Qt::Key_PageUp);
    QVERIFY(w.lesson().isDone(3));
    press(Qt::Key_F5);
    QTRY_VERIFY(!w.presentation().isRunning());
    settle();
    press(Qt::Key_F5);
    QTRY_VERIFY(w.presentation().isRunning());
    settle();
    QCOMPARE(w.lesson().current(), std::size_t(3));
    QCOMPARE(w.lesson().openQuestion(), std::size_t(0));
    for (const OptionButton* each : panel().cards().back()->options())
        QVERIFY(!each->isChecked());
}

/// In the lowest line of a film there is room for them, but here it does not end where the slide does.
void TestLessonSlides::keysBesideThePanel() {
    presentLesson({2560, 800});
    toStep(3);
    const QWidget& help = window().presentation().slide()->help();
    const QRect keys(help.mapToGlobal(QPoint()), help.size());
    QVERIFY(panel().isVisible());
    QVERIFY(!keys.intersects({panel().mapToGlobal(QPoint()), panel().size()}));
}

LAB_WINDOW_TEST(TestLessonSlides)
#include "tst_lesson_slides.moc"
