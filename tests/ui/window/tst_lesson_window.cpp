// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson in the window, with mouse and keyboard: the panel, its questions, what is locked and how it is
// said, and covered numbers, which nothing shows.
#include "core/base/covered.h"
#include "core/experiment/is_same.h"
#include "core/io/file.h"
#include "core/io/npy_writer.h"
#include "tests/support/covered_search.h"
#include "tests/support/drops.h"
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "tests/support/window_texts.h"
#include "ui/document/examples.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/pages/geometry/geometry_page.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/lesson/option_button.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/panels/lesson/step_dots.h"
#include "ui/selection/selection.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/lesson/lock_note.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/menu/actions.h"
#include "ui/window/present/presentation.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/strips/snapshot_strip.h"

#include <nlohmann/json.hpp>

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace lab;
using namespace lab::test;

using LessonSteps = std::vector<LessonJson>;

class TestLessonWindow : public WindowTest {
    Q_OBJECT

private slots:
    void fromTheDescription();
    void fromTheGallery();
    void goesOn();
    void typedAndChosen();
    void clickedCell();
    void inspectedByTheScene();
    void fromTheStrip();
    void fromTheFirstExample();
    void pastedMatrix();
    void droppedMatrix_data();
    void droppedMatrix();
    void droppedElsewhere();
    void goalByDragging();
    void mistakeBeside();
    void explanationAndBack();
    void parameterStaysBeside();
    void shownAnswers();
    void clicker();
    void lockedByKeyboard();
    void noEditorWhereLocked();
    void saysNothingOfWhatIsLocked();
    void lockedMenus();
    void lockedActions_data();
    void lockedActions();
    void onlyTheCardsOfTheStep();
    void stepsByKeysAndDots();
    void undoStays();
    void narrow_data();
    void narrow();
    void newNumbers();
    void nothingTells();
    void hostile_data();
    void hostile();

private:
    LabWindow& play(const Experiment& lesson);
    LessonPanel& panel() { return *window().lessonGuide().panel(); }
    QuestionCard& card(std::size_t which) { return *panel().cards().at(which); }
    void settle() { QTRY_VERIFY(!window().lesson().isJudging()); }
    double number(StageId stage, Index row, Index column) {
        return *window().document().numberUnder({stage, 0, row, column});
    }
};

namespace {

LessonJson question(const char* kind, LessonJson more) {
    more["kind"] = kind;
    more["text"] = "Which one is it?";
    if (!more.contains("id"))
        more["id"] = kind;
    return more;
}

Experiment lessonOf(const std::vector<LessonJson>& ask, const LessonJson& allow = LessonJson::array()) {
    return with_steps({{{"id", "first"}, {"text", "Look."}, {"ask", ask}, {"allow", allow}},
                       {{"id", "second"}, {"show", {"scores", "weights"}}, {"allow", LessonJson::array()}}},
                      {{"id", "abcdefghijklmnop"}});
}

const LessonJson oneScore = question("number", {{"stage", "scores"}, {"row", 2}, {"column", 0}});

} // namespace

LabWindow& TestLessonWindow::play(const Experiment& lesson) {
    LabWindow& w = window();
    w.document().replace(lesson, {});
    w.lesson().startAgain();
    return w;
}

void TestLessonWindow::fromTheDescription() {
    LabWindow& w = window();
    w.document().replace(lessonOf({oneScore}), {});
    auto* button = w.findChild<DescriptionPanel*>();
    QVERIFY(button && button->lesson().isVisible());
    QVERIFY2(button->lesson().text().startsWith("Start lesson"), qPrintable(button->lesson().text()));
    QTest::mouseClick(&button->lesson(), Qt::LeftButton);
    QTRY_VERIFY(w.lesson().isOn());
    QVERIFY(panel().isVisible() && !button->lesson().isVisible() && panel().cards().size() == 1);
    QVERIFY(card(0).field()->hasFocus());
    QTest::mouseClick(&panel().closeButton(), Qt::LeftButton);
    QVERIFY(!w.lesson().isOn() && !panel().isVisible() && button->lesson().isVisible());
    w.press_key(Qt::Key_F12);
    QVERIFY(w.lesson().isOn() && panel().isVisible());
}

void TestLessonWindow::fromTheGallery() {
    LabWindow& w = window();
    w.controller().openExample(lessonNames().constFirst());
    QTRY_VERIFY(w.lesson().isOn());
    QVERIFY(panel().isVisible() && !w.document().isModified());
    // The text may name another lesson, which a click on it opens, if that is meant.
    emit panel().linkActivated(QStringLiteral("lesson:nowhere"));
    QVERIFY(!w.findChild<QMessageBox*>());
    emit panel().linkActivated(QStringLiteral("lesson:") + lessonNames()[1]);
    auto* question = w.findChild<QMessageBox*>();
    QVERIFY(question && question->text().contains(QString::fromStdString(example(lessonNames()[1]).title)));
    question->button(QMessageBox::Cancel)->click();
    QCOMPARE(w.document().exampleName(), lessonNames()[0]);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    emit panel().linkActivated(QStringLiteral("lesson:") + lessonNames()[1]);
    for (QAbstractButton* each : w.findChild<QMessageBox*>()->buttons()) {
        if (each->text().contains("Open"))
            each->click();
    }
    QTRY_COMPARE(w.document().exampleName(), lessonNames()[1]);
    QTRY_VERIFY(w.lesson().isOn());
}

/// The example that the program starts with offers the lesson that was begun, and then the next one.
void TestLessonWindow::goesOn() {
    LabWindow& w = window();
    auto* description = w.findChild<DescriptionPanel*>();
    const auto offered = [&] {
        w.document().openExample(exampleNames().constFirst());
        return description->firstLesson().text();
    };
    const auto title = [](int which) { return QString::fromStdString(example(lessonNames()[which]).title); };
    QCOMPARE(offered(), QString("New to attention? Start with a lesson"));
    w.controller().openExample(lessonNames()[0]);
    QTRY_VERIFY(w.lesson().isOn());
    QCOMPARE(offered(), QString("Go on with the lessons: %1").arg(title(0)));
    w.controller().openExample(lessonNames()[1]);
    QTRY_VERIFY(w.lesson().isOn());
    QCOMPARE(offered(), QString("Go on with the lessons: %1").arg(title(1)));
    QTest::mouseClick(&description->firstLesson(), Qt::LeftButton);
    QTRY_COMPARE(w.document().exampleName(), lessonNames()[1]);
}

void TestLessonWindow::fromTheStrip() {
    LabWindow& w = window();
    w.document().replace(lessonOf({oneScore}), {});
    if (!w.actions()[ActionId::snapshot_strip].isChecked())
        w.actions()[ActionId::snapshot_strip].trigger();
    PillButton& button = w.findChild<SnapshotStrip*>()->lesson();
    QVERIFY(button.isVisible() && button.text() == "Start lesson: 2 steps");
    QTest::mouseClick(&button, Qt::LeftButton);
    QTRY_VERIFY(w.lesson().isOn());
    QVERIFY(!button.isVisible());
    w.lesson().show();
    w.lesson().leave();
    QVERIFY(button.isVisible());
    QCOMPARE(button.text(), QString("Go on with the lesson: step 2 of 2"));
    w.document().openExample("uniform");
    QVERIFY(!button.isVisible());
}

/// The example that the program starts with offers a lesson; others do not.
void TestLessonWindow::fromTheFirstExample() {
    LabWindow& w = window();
    auto* description = w.findChild<DescriptionPanel*>();
    w.document().openExample(exampleNames()[1]);
    QVERIFY(!description->firstLesson().isVisible());
    w.document().openExample(exampleNames().constFirst());
    QVERIFY(description->firstLesson().isVisible());
    QTest::mouseClick(&description->firstLesson(), Qt::LeftButton);
    QTRY_COMPARE(w.document().exampleName(), lessonNames().constFirst());
    QTRY_VERIFY(w.lesson().isOn());
    QVERIFY(!description->firstLesson().isVisible());
}

void TestLessonWindow::typedAndChosen() {
    const LessonJson choice = question(
        "choice",
        {{"options", {{{"text", "one"}, {"why", "Not that."}}, {{"text", "two"}, {"right", true}}}}});
    LabWindow& w = play(lessonOf({oneScore, choice}));
    const double right = number(StageId::scores, 2, 0);
    QTest::keyClicks(card(0).field(), "9");
    QTest::keyClick(card(0).field(), Qt::Key_Return);
    settle();
    QVERIFY2(card(0).said().contains("not right"), qPrintable(card(0).said()));
    card(0).field()->selectAll();
    QTest::keyClicks(card(0).field(), QString::number(right, 'f', 4));
    QTest::mouseClick(&card(0).checkButton(), Qt::LeftButton);
    settle();
    QCOMPARE(panel().cards().size(), std::size_t(2));
    QVERIFY(!card(0).field()->isVisible() && card(1).options().size() == 2);
    QTest::mouseClick(card(1).options()[0], Qt::LeftButton);
    settle();
    QVERIFY2(card(1).said().contains("Not that."), qPrintable(card(1).said()));
    QTest::keyClick(&panel(), Qt::Key_B);
    settle();
    QVERIFY(w.lesson().isDone(0) && card(1).options()[1]->isChecked());
}

void TestLessonWindow::clickedCell() {
    LabWindow& w = play(lessonOf({question("cell", {{"stage", "weights"}, {"row", 1}, {"column", 2}})}));
    w.click(StageId::weights, {0, 0});
    settle();
    QVERIFY(!w.lesson().isDone(0));
    QVERIFY2(card(0).said().contains("another cell"), qPrintable(card(0).said()));
    QVERIFY(panel().isVisible() && !w.explanation().isVisible());
    w.click(StageId::scores, {1, 2}); // no answer: it is explained
    QTRY_VERIFY(w.explanation().isVisible());
    w.click(StageId::weights, {1, 2});
    settle();
    QVERIFY(w.lesson().isDone(0));
}

/// What a scene inspects is nobody's answer to a question about a cell.
void TestLessonWindow::inspectedByTheScene() {
    LabWindow& w = window();
    w.controller().openExample(lessonNames().constFirst());
    QTRY_VERIFY(w.lesson().isOn());
    std::size_t step = 0;
    while (w.lesson().step().id != "softmax")
        w.lesson().goTo(++step);
    w.lesson().show();
    QVERIFY(w.lesson().question() && w.lesson().question()->kind == QuestionKind::cell);
    QVERIFY(w.lesson().move(1) && w.lesson().move(-1));
    settle();
    QVERIFY(w.selection().inspected() && !w.lesson().replyTo(1) && !w.lesson().isDone(step));
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(w.explanation().isVisible());
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(panel().isVisible() && !w.explanation().isVisible());
}

void TestLessonWindow::pastedMatrix() {
    LabWindow& w = play(lessonOf({question("matrix", {{"stage", "scores"}})}));
    QTRY_COMPARE(card(0).height(), card(0).heightForWidth(card(0).width())); // no larger than what is in it
    QString text;
    for (Index row = 0; row < 3; ++row) {
        for (Index column = 0; column < 3; ++column)
            text +=
                QString::number(number(StageId::scores, row, column), 'f', 6) + (column < 2 ? "\t" : "\n");
    }
    QTest::mouseClick(&card(0).checkButton(), Qt::LeftButton);
    QVERIFY(!w.lesson().isJudging()); // there is nothing to judge
    QTest::keyClicks(card(0).text(), "abc");
    QTest::mouseClick(&card(0).checkButton(), Qt::LeftButton);
    QVERIFY(!w.lesson().isJudging());
    QGuiApplication::clipboard()->setText(text);
    card(0).text()->selectAll();
    card(0).text()->paste();
    QTest::keyClick(card(0).text(), Qt::Key_Return, Qt::ControlModifier);
    settle();
    QVERIFY2(w.lesson().isDone(0), qPrintable(card(0).said()));
}

/// The scores as a file with that many decimals; without any, as NumPy writes them.
static void writeScores(LabDocument& document, const QString& file) {
    const Matrix scores = *document.view(StageId::scores).matrix;
    if (file.endsWith(QStringLiteral(".npy"))) {
        std::string bytes;
        write_npy({{scores.rows(), scores.cols()},
                   scores.rows(),
                   scores.cols(),
                   [&](Index first, MatrixRef rows) { rows = scores.middleRows(first, rows.rows()); }},
                  [&](std::string_view part) {
                      bytes += part;
                      return true;
                  });
        QVERIFY(!write_file(file.toStdString(), bytes));
        return;
    }
    QString text;
    for (Index row = 0; row < scores.rows(); ++row) {
        QStringList numbers;
        for (Index column = 0; column < scores.cols(); ++column)
            numbers += QString::number(scores(row, column), 'f', 3);
        text += numbers.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    QVERIFY(!write_file(file.toStdString(), text.toStdString()));
}

void TestLessonWindow::droppedMatrix_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("onCard");
    QTest::newRow("text on the panel") << "scores.csv" << false;
    QTest::newRow("text on the card") << "scores.csv" << true;
    QTest::newRow("NumPy on the panel") << "scores.npy" << false;
}

void TestLessonWindow::droppedMatrix() {
    QFETCH(QString, file);
    QFETCH(bool, onCard);
    LabWindow& w = window();
    w.document().replace(lessonOf({}), {}); // nothing is covered
    const QString full = path(file);
    writeScores(w.document(), full);
    play(lessonOf({question("matrix", {{"stage", "scores"}})}));
    QWidget* on = &panel();
    if (onCard)
        on = w.board().card(StageId::scores);
    QVERIFY(drop_file(on, full));
    QTRY_VERIFY2(w.lesson().isDone(0), qPrintable(card(0).said()));
    QVERIFY(!w.numberCheck().panel());
}

/// Numbers that nothing asks for are not compared: that would tell covered ones.
void TestLessonWindow::droppedElsewhere() {
    LabWindow& w = window();
    w.document().replace(lessonOf({}), {});
    const QString file = path("scores.csv");
    writeScores(w.document(), file);
    play(lessonOf({question("matrix", {{"stage", "weights"}}), oneScore}));
    QSignalSpy said(&w.lessonGuide(), &LessonGuide::messageRequested);
    QVERIFY(drop_file(w.board().card(StageId::scores), file));
    QVERIFY(said.count() == 1 && said.front().front().toString().contains("another card"));
    w.lesson().show();
    QVERIFY(drop_file(&panel(), file)); // a number is asked for now
    QVERIFY(said.count() == 2 && said.back().front().toString().contains("asks for a matrix"));
    QVERIFY(!w.numberCheck().panel() && !w.lesson().isDone(0));
}

void TestLessonWindow::goalByDragging() {
    LabWindow& w = play(lessonOf(
        {question("goal", {{"stage", "queries"}, {"row", 0}, {"column", 0}, {"at_least", 50.0}})}, {"W_Q"}));
    QTRY_VERIFY(w.lesson().isChecked());
    w.document().setValue(ParameterId::W_Q, 0, 0, -1000);
    QTRY_VERIFY(w.lesson().isDone(0));
    QVERIFY2(card(0).said().startsWith("Done"), qPrintable(card(0).said()));
}

void TestLessonWindow::mistakeBeside() {
    LabWindow& w = play(lessonOf({question(
        "mistake",
        {{"stage", "weights"}, {"mistake", "not_scaled"}, {"options", {"transposed", "not_scaled"}}})}));
    QTRY_VERIFY(card(0).studentsNumbers() && card(0).studentsNumbers()->isVisible());
    const MatrixPtr students = card(0).studentsNumbers()->content().matrix;
    QVERIFY(std::abs((*students)(0, 0) - number(StageId::weights, 0, 0)) > 1e-6);
    QTest::mouseClick(card(0).options()[0], Qt::LeftButton);
    settle();
    QVERIFY(!w.lesson().isDone(0) && !card(0).said().isEmpty());
    QTest::mouseClick(card(0).options()[1], Qt::LeftButton);
    settle();
    QVERIFY(w.lesson().isDone(0));
}

/// The explanation takes the place of the panel while a number is inspected, and gives it back.
void TestLessonWindow::explanationAndBack() {
    LabWindow& w = play(lessonOf({oneScore}));
    QVERIFY(!w.explanation().isVisible());
    w.click(StageId::weights, {0, 0});
    QTRY_VERIFY(w.explanation().isVisible() && !panel().isVisible());
    auto* back = w.findChild<PillButton*>(QStringLiteral("backToLesson"));
    QVERIFY(back && back->isVisible());
    QTest::mouseClick(back, Qt::LeftButton);
    QVERIFY(panel().isVisible() && !w.explanation().isVisible());
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(w.explanation().isVisible());
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(panel().isVisible());
}

/// Who edits a parameter for a goal sees whether it is reached.
void TestLessonWindow::parameterStaysBeside() {
    LabWindow& w = play(lessonOf(
        {question("goal", {{"stage", "queries"}, {"row", 0}, {"column", 0}, {"at_least", 50.0}})}, {"W_Q"}));
    QTest::mouseClick(w.grid(ParameterId::W_Q).viewport(), Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    QTest::qWait(0);
    QVERIFY(panel().isVisible() && !w.explanation().isVisible());
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(w.explanation().isVisible());
}

/// What is told stands in place of a wrong answer, and stays explained.
void TestLessonWindow::shownAnswers() {
    const LessonJson choice = question(
        "choice",
        {{"why", "That is why."},
         {"options", {{{"text", "one"}, {"why", "Not that."}}, {{"text", "“two”"}, {"right", true}}}}});
    LabWindow& w = play(lessonOf({oneScore, choice}));
    QTest::keyClicks(card(0).field(), "9.25");
    QTest::keyClick(card(0).field(), Qt::Key_Return);
    settle();
    QTest::mouseClick(&card(0).showButton(), Qt::LeftButton);
    QVERIFY2(!texts_of(w).join('\n').contains("9.25"), "a wrong answer is no solution");
    QTest::mouseClick(card(1).options()[0], Qt::LeftButton);
    settle();
    QTest::mouseClick(&card(1).showButton(), Qt::LeftButton);
    QVERIFY(!card(1).options()[0]->isChecked() && card(1).options()[1]->isChecked());
    QCOMPARE(card(1).said().simplified(), QString("The answer: “two” That is why."));
}

/// While presenting, Page Down tells the answer, and then goes on; the panel has what is asked in sight.
void TestLessonWindow::clicker() {
    LabWindow& w = openWindow({1280, 800});
    w.controller().openExample(lessonNames().constFirst());
    QTRY_VERIFY(w.lesson().isOn());
    w.press_key(Qt::Key_F5);
    QTRY_VERIFY(w.presentation().isRunning());
    for (std::size_t step = 0; step + 1 < w.lesson().stepCount(); ++step) {
        QCOMPARE(w.lesson().current(), step);
        QTRY_VERIFY(w.lesson().isChecked());
        const std::size_t asked = w.lesson().step().ask.size();
        std::size_t pressed = 0;
        const auto press = [&] {
            w.press_key(Qt::Key_PageDown);
            QTest::qWait(0);
            QTRY_VERIFY(!w.lesson().isJudging()); // a way to a goal is looked for
            ++pressed;
        };
        while (w.lesson().canShow()) {
            press();
            QCOMPARE(w.lesson().current(), step);
        }
        while (w.lesson().current() == step)
            press();
        // For each question one to see it and one for its answer, at most, and one to go on.
        const std::size_t most = 2 * asked + 3;
        QVERIFY2(pressed <= most, qPrintable(QString("step %1: %2 of %3").arg(step).arg(pressed).arg(most)));
    }
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(w.lesson().current(), w.lesson().stepCount() - 2);
}

void TestLessonWindow::lockedByKeyboard() {
    LabWindow& w = play(lessonOf({oneScore}));
    const Experiment before = w.document().experiment();
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    grid.setFocus();
    grid.setCurrentIndex(grid.model()->index(0, 0));
    QTest::keyClicks(grid.viewport(), "7");
    w.press_key(Qt::Key_Return);
    QVERIFY(is_same(w.document().experiment(), before));
    LockNote* note = w.lessonGuide().lockNote();
    QVERIFY(note && note->isVisible());
    QVERIFY2(note->text().contains("W_Q is locked"), qPrintable(note->text()));
    w.type_sentence(QStringLiteral("other words"));
    QVERIFY(is_same(w.document().experiment(), before));
    QCOMPARE(w.sentence().line().text(), QString::fromStdString(before.sequence.text));
    QVERIFY2(note->text().contains("sentence"), qPrintable(note->text()));
}

/// What is locked says so before anything is typed.
void TestLessonWindow::noEditorWhereLocked() {
    LabWindow& w = play(lessonOf({oneScore}, {"W_K"}));
    const auto twice = [&](ParameterId id) {
        QWidget* cells = w.grid(id).viewport();
        QTest::mouseClick(cells, Qt::LeftButton, {}, w.cell_of(id));
        QTest::mouseDClick(cells, Qt::LeftButton, {}, w.cell_of(id));
        return w.grid(id).findChild<QLineEdit*>();
    };
    QVERIFY(!twice(ParameterId::W_Q) && w.lessonGuide().lockNote());
    QCOMPARE(w.lessonGuide().lockNote()->text(), QString("W_Q is locked in this step."));
    w.grid(ParameterId::W_Q).setFocus();
    QTest::keyClick(&w.grid(ParameterId::W_Q), Qt::Key_F2);
    QVERIFY(!w.grid(ParameterId::W_Q).findChild<QLineEdit*>());
    QVERIFY(twice(ParameterId::W_K));
    OverrideEditor& editor = w.board().card(StageId::weights)->overrideEditor();
    editor.edit({0, 0});
    for (const QLineEdit* each : w.board().card(StageId::weights)->findChildren<QLineEdit*>())
        QVERIFY2(!each->accessibleName().startsWith("Override"), qPrintable(each->accessibleName()));
    QCOMPARE(w.lessonGuide().lockNote()->text(), QString("Overrides are locked in this step."));
}

/// Nothing promises an edit that the step refuses.
void TestLessonWindow::saysNothingOfWhatIsLocked() {
    const auto said = [&](const LessonJson& allow) {
        LabWindow& w = play(lessonOf({oneScore}, allow));
        QString texts;
        const auto addHints = [&] {
            for (const QLabel* each : w.findChild<HeadStrip*>()->findChildren<QLabel*>())
                texts += each->text();
        };
        w.pages().open<GeometryPage>();
        addHints();
        w.pages().open<Board>();
        addHints();
        const MatrixModel& model = w.parameters().section(ParameterId::W_Q)->model();
        texts += model.data(model.index(0, 0), Qt::ToolTipRole).toString();
        texts += w.sentence().tokens().chips().front()->toolTip();
        for (const QLabel* each : w.parameters().findChildren<QLabel*>()) {
            if (each->isVisible())
                texts += each->text();
        }
        return texts;
    };
    const QString locked = said(LessonJson::array());
    for (const char* each : {"ouble-click", "Drag", "drag"})
        QVERIFY2(!locked.contains(each), qPrintable(locked));
    QVERIFY2(locked.contains("Locked in this step of the lesson"), qPrintable(locked));
    const QString open = said({"overrides", "W_Q", "sentence"});
    for (const char* each : {"double-click to override it", "Drag the tip", "Drag to move it",
                             "Drag sideways to change it", "Drag a number sideways"})
        QVERIFY2(open.contains(each), qPrintable(each + (" not in " + open)));
}

/// The menus of cards do not offer what would tell covered numbers.
void TestLessonWindow::lockedMenus() {
    LabWindow& w = play(lessonOf({oneScore}));
    StageCard* stage = w.board().card(StageId::weights);
    QContextMenuEvent event(QContextMenuEvent::Mouse, stage->rect().center(),
                            stage->mapToGlobal(stage->rect().center()));
    QCoreApplication::sendEvent(stage, &event);
    auto* menu = stage->findChild<QMenu*>();
    QVERIFY(menu);
    int locked = 0;
    for (const QAction* each : menu->actions()) {
        const bool tells = each->text().startsWith("Check") || each->text().startsWith("Ask me") ||
                           each->text().startsWith("Cover");
        locked += tells ? 1 : 0;
        QVERIFY2(!tells || !each->isEnabled(), qPrintable(each->text()));
    }
    QCOMPARE(locked, 3);
    menu->close();
}

void TestLessonWindow::lockedActions_data() {
    QTest::addColumn<int>("action");
    for (int i = 0; i < static_cast<int>(ActionId::count); ++i)
        QTest::addRow("%d", i) << i;
}

/// No action of the menu changes what is locked, or tells what is covered.
void TestLessonWindow::lockedActions() {
    QFETCH(int, action);
    const auto id = static_cast<ActionId>(action);
    const std::vector<ActionId> dialogues{
        ActionId::open,           ActionId::save,          ActionId::save_as,
        ActionId::export_figure,  ActionId::export_film,   ActionId::export_handout,
        ActionId::export_numbers, ActionId::export_script, ActionId::export_spreadsheet,
        ActionId::quit,           ActionId::create,        ActionId::menu,
        ActionId::leave_lesson,   ActionId::manual,        ActionId::manual_keys,
        ActionId::about,          ActionId::edit_lesson,   ActionId::key_sheet};
    if (std::ranges::find(dialogues, id) != dialogues.end())
        QSKIP("opens something else, or leaves the lesson");
    LabWindow& w = play(lessonOf({oneScore}));
    const Experiment before = w.document().experiment();
    const std::string trace = trace_of(number(StageId::scores, 2, 0));
    w.actions()[id].trigger();
    QTest::qWait(0);
    QVERIFY(is_same(w.document().experiment(), before));
    if (w.lesson().current() != 0)
        return; // the next step asks for nothing
    QVERIFY(is_covered((*w.document().view(StageId::scores).matrix)(2, 0)));
    if (!trace.empty())
        QVERIFY(texts_of(w).join(QLatin1Char('\n')).toStdString().find(trace) == std::string::npos);
    if (w.actions()[ActionId::present].isChecked())
        w.actions()[ActionId::present].trigger();
}

void TestLessonWindow::onlyTheCardsOfTheStep() {
    LabWindow& w = play(lessonOf({}));
    QVERIFY(w.board().card(StageId::queries)->isVisible());
    QTest::mouseClick(&panel().nextButton(), Qt::LeftButton);
    QVERIFY(!w.board().card(StageId::queries)->isVisible());
    QVERIFY(w.board().card(StageId::scores)->isVisible() && w.board().card(StageId::weights)->isVisible());
    QCOMPARE(panel().nextButton().text(), QString("Finish"));
    QSignalSpy said(&w.lessonGuide(), &LessonGuide::messageRequested);
    QTest::mouseClick(&panel().nextButton(), Qt::LeftButton);
    QVERIFY(!w.lesson().isOn() && w.board().card(StageId::queries)->isVisible());
    QVERIFY(said.count() == 1 && said.front().front().toString().contains("all 2 steps"));
}

void TestLessonWindow::stepsByKeysAndDots() {
    LabWindow& w = play(lessonOf({oneScore}));
    w.actions()[ActionId::next_scene].trigger();
    QCOMPARE(w.lesson().current(), std::size_t(1));
    w.actions()[ActionId::next_scene].trigger();
    QVERIFY(w.lesson().isOn() && w.lesson().current() == 1);
    w.actions()[ActionId::previous_scene].trigger();
    QCOMPARE(w.lesson().current(), std::size_t(0));
    QTest::mouseClick(&panel().dots(), Qt::LeftButton, {}, panel().dots().rectOf(1).center());
    QCOMPARE(w.lesson().current(), std::size_t(1));
    QTest::mouseClick(&panel().backButton(), Qt::LeftButton);
    QCOMPARE(w.lesson().current(), std::size_t(0));
}

void TestLessonWindow::undoStays() {
    LabWindow& w = play(lessonOf({oneScore}, {"W_Q"}));
    const Experiment before = w.document().experiment();
    w.document().setValue(ParameterId::W_Q, 0, 0, 3);
    const Experiment edited = w.document().experiment();
    QTest::mouseClick(&panel().nextButton(), Qt::LeftButton);
    QVERIFY(!w.actions()[ActionId::undo].isEnabled());
    w.actions()[ActionId::revert].trigger();
    QTest::mouseClick(&panel().backButton(), Qt::LeftButton);
    QVERIFY(is_same(w.document().experiment(), edited) && w.actions()[ActionId::undo].isEnabled());
    w.actions()[ActionId::undo].trigger();
    QVERIFY(is_same(w.document().experiment(), before) && !w.actions()[ActionId::undo].isEnabled());
    QVERIFY(!w.isWindowModified());
}

void TestLessonWindow::narrow_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("usual") << QSize(1440, 900) << 100;
    QTest::newRow("small") << QSize(1024, 700) << 100;
    QTest::newRow("very narrow") << QSize(600, 700) << 100;
    QTest::newRow("300 %") << QSize(1600, 1000) << 300;
}

/// Everything of the panel is in the window, and its text is not cut.
void TestLessonWindow::narrow() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    LabWindow& w = openWindow(size, scale);
    w.controller().openExample(lessonNames().constFirst());
    QTRY_VERIFY(w.lesson().isOn());
    QTRY_VERIFY(panel().isVisible());
    const auto isWhole = [&w](const QWidget& each) {
        const QRect inside(w.mapToGlobal(QPoint(0, 0)), w.size());
        return inside.contains(QRect(each.mapToGlobal(QPoint(0, 0)), each.size())) &&
               each.width() >= each.minimumSizeHint().width();
    };
    for (const QWidget* each :
         {static_cast<QWidget*>(&panel().nextButton()), static_cast<QWidget*>(&panel().backButton()),
          static_cast<QWidget*>(&panel().closeButton())})
        QTRY_VERIFY2(isWhole(*each),
                     qPrintable(QStringLiteral("%1 at %2, %3, %4 × %5, at least %6, visible %7, in %8 × %9")
                                    .arg(each->accessibleName())
                                    .arg(each->mapTo(&w, QPoint(0, 0)).x())
                                    .arg(each->mapTo(&w, QPoint(0, 0)).y())
                                    .arg(each->width())
                                    .arg(each->height())
                                    .arg(each->minimumSizeHint().width())
                                    .arg(each->isVisible())
                                    .arg(w.width())
                                    .arg(w.height()))); // the layout comes with an event
    QVERIFY(!panel().cards().empty());
}

/// What is covered is nowhere: not in what is shown, said, named for assistive technology, or explained.
void TestLessonWindow::nothingTells() {
    Experiment lesson = lessonOf({question("matrix", {{"stage", "weights"}})}, nullptr);
    LabWindow& w = play(lesson);
    std::set<std::string> traces;
    for (Index row = 0; row < 3; ++row) {
        for (Index column = 0; column < 3; ++column)
            traces.insert(trace_of(number(StageId::weights, row, column)));
    }
    traces.erase(std::string());
    QVERIFY(!traces.empty());
    for (int page = 0; page < w.actions().pages().size(); ++page) {
        w.actions().pages()[page]->trigger();
        QTest::qWait(0);
        w.selection().inspect(CellRef{StageId::weights, 0, 1, 1});
        QTest::qWait(0);
        const std::string all = texts_of(w).join(QLatin1Char('\n')).toStdString();
        for (const std::string& each : traces)
            QVERIFY2(all.find(each) == std::string::npos, each.c_str());
    }
    QVERIFY(w.document().numbersUnderCover());
}

/// The name that is asked for gives the numbers, which the header says.
void TestLessonWindow::newNumbers() {
    LabWindow& w = window();
    w.controller().openExample(lessonNames().constFirst());
    QTRY_VERIFY(w.lesson().isOn());
    w.lesson().goTo(w.lesson().stepCount() - 1);
    const Experiment own = w.document().experiment();
    const QList<QAction*> entries = panel().menuButton().menu()->actions();
    const auto entry = std::ranges::find_if(
        entries, [](const QAction* each) { return each->text().contains("new numbers"); });
    QVERIFY(entry != entries.end() && (*entry)->isVisible());
    (*entry)->trigger();
    auto* asked = w.findChild<QInputDialog*>();
    QVERIFY(asked);
    asked->setTextValue(" Ada ");
    asked->accept();
    QTRY_COMPARE(w.lesson().whoseNumbers(), QString("numbers of Ada"));
    QCOMPARE(w.lesson().current(), std::size_t(0));
    w.lesson().goTo(w.lesson().stepCount() - 1);
    QVERIFY(!is_same(w.document().experiment(), own));
    QVERIFY2(texts_of(w).join('\n').contains("numbers of Ada"), "the header");
    play(lessonOf({oneScore})); // nothing was drawn
    for (const QAction* each : panel().menuButton().menu()->actions())
        QVERIFY(!each->text().contains("new numbers") || !each->isVisible());
}

void TestLessonWindow::hostile_data() {
    QTest::addColumn<LessonSteps>("steps");
    QTest::addColumn<QString>("said");
    const LessonJson goal =
        question("goal", {{"stage", "queries"}, {"row", 0}, {"column", 0}, {"at_least", -100.0}});
    const auto step = [](LessonJson more) {
        more["id"] = "s";
        return more;
    };
    QTest::newRow("a question that is none")
        << LessonSteps{step({{"ask", {{{"id", "q"}, {"kind", "riddle"}}}}})} << "can’t be asked";
    QTest::newRow("no cell") << LessonSteps{step({{"ask", {question("number", {{"stage", "scores"}})}}})}
                             << "can’t be asked";
    QTest::newRow("a goal that holds") << LessonSteps{step({{"ask", {goal}}})} << "holds already";
    QTest::newRow("HTML") << LessonSteps{step(
                                 {{"text", "<script>alert(1)</script><img src='file:///etc/passwd'>"}})}
                          << "<script>alert(1)</script>";
    QTest::newRow("links to files")
        << LessonSteps{step({{"text", "[this](file:///etc/passwd) and ![that](file:///etc/hostname)"}})}
        << "that";
    QTest::newRow("a text of 50 MB") << LessonSteps{step({{"text", std::string(50'000'000, '-')}})}
                                     << "1 of 1";
    LessonSteps many;
    for (int i = 0; i < 100'000; ++i)
        many.push_back({{"id", "s" + std::to_string(i)}, {"text", "Look."}});
    QTest::newRow("100 000 steps") << many << "1 of 100000";
    QTest::newRow("a step that is no object") << LessonSteps{"text", step({})} << "1 of 2";
}

/// What cannot be is left out and said in the panel; nothing is fetched or run.
void TestLessonWindow::hostile() {
    QFETCH(LessonSteps, steps);
    QFETCH(QString, said);
    LabWindow& w = play(with_steps(steps, {{"id", "abcdefghijklmnop"}}));
    QTRY_VERIFY(w.lesson().isOn() && w.lesson().isChecked());
    QTest::qWait(0);
    const QString all = texts_of(w).join(QLatin1Char('\n'));
    QVERIFY2(all.contains(said), qPrintable(all.left(2000)));
    QVERIFY(!all.contains("root:"));
    if (w.lesson().move(1))
        QCOMPARE(w.lesson().current(), std::size_t(1));
    w.lesson().leave();
    QVERIFY(is_same(w.document().experiment(), w.document().opened()));
}

LAB_WINDOW_TEST(TestLessonWindow)
#include "tst_lesson_window.moc"
