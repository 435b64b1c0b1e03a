// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson is played: what is covered, locked, undone, kept, and found again. No window is needed.
#include "core/base/covered.h"
#include "core/edits/random_parameters.h"
#include "core/edits/snapshots.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "core/lesson/permits.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lessons.h"
#include "tests/support/one_change.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_player.h"

#include <nlohmann/json.hpp>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <memory>

using namespace lab;
using namespace lab::test;

namespace {

/// A document whose lesson is played, with a folder for what is kept.
struct Play {
    explicit Play(const QString& folder, const Experiment& lesson = lesson_document()) {
        document.replace(lesson, {});
        player = std::make_unique<LessonPlayer>(
            document, [] { return ScenePlace(); }, folder);
    }

    /// Settles the open question as the window does, and waits for it.
    void answer(const GivenAnswer& given) {
        player->answer(given);
        QTRY_VERIFY(!player->isJudging());
    }
    void start() {
        player->start();
        QTRY_VERIFY(player->isOn());
    }
    bool isCovered(StageId stage, Index row = 0, Index column = 0) {
        return is_covered((*document.view(stage).matrix)(row, column));
    }
    std::size_t stepCalled(const QString& name) const {
        for (std::size_t i = 0; i < player->stepCount(); ++i) {
            if (player->nameOf(i) == name)
                return i;
        }
        return player->stepCount();
    }

    LabDocument document;
    std::unique_ptr<LessonPlayer> player;
};

/// A lesson of two steps of the same numbers, the first with these limits and questions.
Experiment twoSteps(const LessonJson& allow, const std::vector<LessonJson>& ask = {}) {
    LessonJson first{{"id", "first"}, {"ask", ask}};
    if (!allow.is_null())
        first["allow"] = allow;
    return with_steps({first, {{"id", "second"}}}, {{"id", "abcdefghijklmnop"}});
}

LessonJson scoreQuestion(const char* id, Index row, Index column) {
    return {{"id", id},          {"kind", "number"}, {"text", "?"},
            {"stage", "scores"}, {"row", row},       {"column", column}};
}

} // namespace

class TestLessonPlayer : public QObject {
    Q_OBJECT

private slots:
    void startsAndLeaves();
    void coversWhatIsAsked();
    void coversWhatTellsTheAnswer();
    void sameNumberTwice();
    void shown();
    void everyChangeIsLocked_data();
    void everyChangeIsLocked();
    void previewsAreLocked();
    void wholeIsLocked();
    void coverIsLocked();
    void ownUndo();
    void againAndAgain();
    void goals();
    void wayToAGoal();
    void noWayToAGoal();
    void wayOvertaken();
    void ownWords();
    void coveredAgain();
    void goalThatHolds();
    void goalThatLooksReached();
    void keptAndFound();
    void saidAgain();
    void keptByFile();
    void anotherDocument();
    void savedAsItWas();
    void savedWhilePlayed();
    void newNumbers();
    void everyKind();

private:
    QString folder() const { return m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction())); }
    QTemporaryDir m_folder;
};

void TestLessonPlayer::startsAndLeaves() {
    Play p(folder());
    const Experiment before = p.document.experiment();
    QVERIFY(p.player->hasLesson() && !p.player->isOn() && !p.player->isBegun());
    p.start();
    QCOMPARE(p.player->current(), std::size_t(0));
    QVERIFY(p.document.played());
    QVERIFY(is_same(p.document.whole(), before));
    QVERIFY(p.player->move(1) && p.player->current() == 1);
    QVERIFY(p.player->move(-1) && !p.player->move(-1));
    p.player->leave();
    QVERIFY(!p.player->isOn() && !p.document.played());
    QVERIFY(is_same(p.document.experiment(), before));
    QVERIFY(!p.document.isModified() && !p.document.undoStack().canUndo());
    QVERIFY(p.document.cover().isEmpty());
}

void TestLessonPlayer::coversWhatIsAsked() {
    Play p(folder(), twoSteps(LessonJson::array(), {scoreQuestion("a", 2, 0), scoreQuestion("b", 0, 1)}));
    const double right = (*p.document.view(StageId::scores).matrix)(2, 0);
    p.start();
    QVERIFY(p.isCovered(StageId::scores, 2, 0) && p.isCovered(StageId::scores, 0, 1));
    QVERIFY(!p.isCovered(StageId::scores, 0, 0));
    p.answer(std::string("0.5"));
    QVERIFY(p.isCovered(StageId::scores, 2, 0) && p.player->openQuestion() == 0);
    const LessonPlayer::Reply* reply = p.player->replyTo(0);
    QVERIFY(reply && reply->right == std::optional(false));
    QVERIFY2(reply->text.contains("not right for") && reply->text.count(QLatin1Char('.')) >= 2,
             qPrintable(reply->text)); // and what to do
    p.answer(QString::number(right, 'f', 4).toStdString());
    QVERIFY(!p.isCovered(StageId::scores, 2, 0) && p.isCovered(StageId::scores, 0, 1));
    QCOMPARE(p.player->openQuestion(), std::size_t(1));
    // Still open when one comes back, and covered in no other step.
    QVERIFY(p.player->move(1) && !p.isCovered(StageId::scores, 0, 1));
    QVERIFY(p.player->move(-1) && p.isCovered(StageId::scores, 0, 1));
    QVERIFY(!p.isCovered(StageId::scores, 2, 0) && p.player->openQuestion() == 1);
}

/// What two questions ask for stays covered until both are answered.
/// Until a choice is answered; then it is open, but for what is asked for besides.
void TestLessonPlayer::coversWhatTellsTheAnswer() {
    const LessonJson choice{
        {"id", "c"},
        {"kind", "choice"},
        {"text", "?"},
        {"covers", LessonJson::array({"scores", LessonJson{{"stage", "weights"}, {"row", 1}}})},
        {"options",
         LessonJson::array({LessonJson{{"text", "wrong"}}, LessonJson{{"text", "right"}, {"right", true}}})}};
    Play p(folder(), twoSteps(LessonJson::array(), {choice, scoreQuestion("b", 0, 1)}));
    p.start();
    QVERIFY(p.isCovered(StageId::scores, 2, 2) && p.isCovered(StageId::weights, 1, 0));
    QVERIFY(!p.isCovered(StageId::weights, 0, 0));
    p.document.uncover(); // is refused
    QVERIFY(p.isCovered(StageId::scores, 2, 2));
    p.answer(ChosenOption{0});
    QVERIFY(p.isCovered(StageId::scores, 2, 2));
    p.answer(ChosenOption{1});
    QVERIFY(!p.isCovered(StageId::weights, 1, 0));
    QVERIFY(!p.isCovered(StageId::scores, 2, 2) && p.isCovered(StageId::scores, 0, 1));
}

void TestLessonPlayer::sameNumberTwice() {
    Play p(folder(),
           twoSteps(nullptr, {scoreQuestion("a", 2, 0),
                              {{"id", "b"}, {"kind", "matrix"}, {"text", "?"}, {"stage", "scores"}}}));
    QSignalSpy locked(&p.document, &LabDocument::locked);
    p.start();
    p.player->show();
    QVERIFY(p.player->openQuestion() == 1 && p.isCovered(StageId::scores, 2, 0));
    p.player->show();
    QVERIFY(p.player->openQuestion() == 2 && !p.isCovered(StageId::scores, 2, 0));
    QVERIFY(locked.isEmpty());
}

void TestLessonPlayer::shown() {
    Play p(folder(), twoSteps(nullptr, {scoreQuestion("a", 2, 0)}));
    p.start();
    QVERIFY(p.player->canShow());
    p.player->show();
    QVERIFY(!p.isCovered(StageId::scores, 2, 0) && p.player->isDone(0) && !p.player->question());
    QVERIFY(p.player->answerTo(0)->shown && !p.player->answerTo(0)->right.value_or(false));
}

void TestLessonPlayer::everyChangeIsLocked_data() {
    QTest::addColumn<int>("change");
    const std::vector<OneChange> all = every_change();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name.c_str()) << static_cast<int>(i);
}

/// What permits() refuses gets in by no way, and what it takes gets in.
void TestLessonPlayer::everyChangeIsLocked() {
    QFETCH(int, change);
    Play p(folder(), twoSteps(LessonJson::array()));
    p.start();
    const Experiment before = p.document.experiment();
    Experiment next = clone(before);
    next.snapshots = before.snapshots;
    every_change()[static_cast<std::size_t>(change)].make(next);
    next.snapshots = before.snapshots;
    next.title = before.title;
    next.description = before.description;
    const bool isRefused = permits(before, next, std::vector<std::string>()).has_value();
    QSignalSpy locked(&p.document, &LabDocument::locked);
    p.document.apply({next, {}, QStringLiteral("change")});
    QCOMPARE(locked.count(), is_same(before, next) ? 0 : isRefused ? 1 : 0);
    QCOMPARE(is_same(p.document.experiment(), before), isRefused || is_same(before, next));
    if (!isRefused)
        return;
    p.document.applyTyped({next, {}, QStringLiteral("change")});
    p.document.preview({next, {}, QStringLiteral("change")});
    QVERIFY(!p.document.isPreviewing());
    p.document.goTo({next, {}, QStringLiteral("change")}, {}, {});
    (void)p.document.revertTo(next, QStringLiteral("change"));
    QVERIFY(is_same(p.document.experiment(), before) && !p.document.undoStack().canUndo());
    QCOMPARE(locked.count(), 5);
}

void TestLessonPlayer::previewsAreLocked() {
    Play p(folder(), twoSteps({"W_Q"}));
    p.start();
    QSignalSpy locked(&p.document, &LabDocument::locked);
    const Experiment before = p.document.experiment();
    p.document.preview(ParameterId::W_K, 0, 0, 3);
    QVERIFY(!p.document.isPreviewing() && locked.count() == 1);
    QVERIFY2(locked.front().front().toString().contains("W_K is locked"),
             qPrintable(locked.front().front().toString()));
    p.document.commitPreview();
    QVERIFY(is_same(p.document.experiment(), before));
    p.document.preview(ParameterId::W_Q, 0, 0, 3);
    QVERIFY(p.document.isPreviewing());
    p.document.preview(ParameterId::W_K, 0, 0, 3); // ends the one before, which stays
    QVERIFY(!p.document.isPreviewing());
    QCOMPARE((*parameter(p.document.experiment(), ParameterId::W_Q))(0, 0), 3.0);
    p.document.setValue(ParameterId::W_V, 0, 0, 3);
    p.document.setText(QStringLiteral("other words"));
    p.document.setTokenizer(Tokenizer::characters);
    p.document.setSource(true);
    QVERIFY(permits(before, p.document.experiment(), std::vector<std::string>{"W_Q"}) == std::nullopt);
    p.document.undo();
    QVERIFY(is_same(p.document.experiment(), before));
}

/// Title, description and scenes are the lesson's, whatever a step allows.
void TestLessonPlayer::wholeIsLocked() {
    Play p(folder(), twoSteps(nullptr));
    p.start();
    const Experiment before = p.document.experiment();
    QSignalSpy locked(&p.document, &LabDocument::locked);
    p.document.apply({with_snapshot(before), {Field::snapshots, {}}, QStringLiteral("snapshot")});
    p.document.apply({without_snapshot(before, 0), {Field::snapshots, {}}, QStringLiteral("snapshot")});
    Experiment titled = before;
    titled.title = "another";
    p.document.applyTyped({titled, {Field::description, {}}, QStringLiteral("title")});
    QVERIFY(locked.count() == 3 && is_same(p.document.experiment(), before));
    p.document.setValue(ParameterId::W_Q, 0, 0, 3); // everything else is open here
    QVERIFY(!is_same(p.document.experiment(), before));
}

void TestLessonPlayer::coverIsLocked() {
    Play p(folder(), twoSteps(nullptr, {scoreQuestion("a", 2, 0)}));
    p.start();
    const StageBlock asked{StageId::scores, 0, {2, 0, 1, 1}};
    const Cover before = p.document.cover();
    QSignalSpy locked(&p.document, &LabDocument::locked);
    p.document.openCell({StageId::scores, 0, 2, 0});
    p.document.openCells({&asked, 1});
    p.document.uncover();
    p.document.uncover(StageId::scores, 0);
    p.document.cover({});
    p.document.cover({{StageId::weights, 0, {0, 0, 1, 1}}});
    p.document.setExercise(true);
    QVERIFY(!p.document.closeLast());
    QCOMPARE(locked.count(), 6);
    QVERIFY(p.isCovered(StageId::scores, 2, 0) && p.document.cover().changes() == before.changes());
    p.document.coverCells({StageId::weights, 0, {0, 0, 1, 1}}); // more may be covered, and opened again
    p.document.openCell({StageId::weights, 0, 0, 0});
    QVERIFY(!p.isCovered(StageId::weights, 0, 0) && p.isCovered(StageId::scores, 2, 0));
    // Edits open nothing, and cover again nothing that was answered.
    p.document.setValue(ParameterId::W_Q, 0, 0, 0.25);
    QVERIFY(p.isCovered(StageId::scores, 2, 0));
    p.player->show();
    p.document.setValue(ParameterId::W_Q, 0, 0, 0.75);
    QVERIFY(!p.isCovered(StageId::scores, 2, 0));
}

void TestLessonPlayer::ownUndo() {
    Play p(folder(), twoSteps({"W_Q"}));
    p.document.setValue(ParameterId::W_V, 0, 0, 9); // of the document itself
    const Experiment whole = p.document.experiment();
    p.start();
    QVERIFY(!p.document.undoStack().canUndo());
    const Experiment begun = p.document.experiment();
    p.document.setValue(ParameterId::W_Q, 0, 0, 1);
    p.document.setValue(ParameterId::W_Q, 0, 1, 2);
    const Experiment edited = p.document.experiment();
    QVERIFY(p.player->move(1));
    QVERIFY(!p.document.undoStack().canUndo() && has_same_numbers(p.document.experiment(), begun));
    QVERIFY(p.player->move(-1));
    QVERIFY(is_same(p.document.experiment(), edited));
    p.document.undo();
    p.document.undo();
    QVERIFY(is_same(p.document.experiment(), begun) && !p.document.undoStack().canUndo());
    p.document.redo();
    p.player->leave();
    QVERIFY(is_same(p.document.experiment(), whole));
    QVERIFY(p.document.isModified() && p.document.undoStack().canUndo());
    p.document.undo();
    QVERIFY(!p.document.isModified());
}

void TestLessonPlayer::againAndAgain() {
    Play p(folder(), twoSteps({"W_Q"}, {scoreQuestion("a", 2, 0)}));
    p.start();
    const Experiment begun = p.document.experiment();
    p.document.setValue(ParameterId::W_Q, 0, 0, 1);
    p.player->show();
    p.player->startStepAgain();
    QVERIFY(p.player->openQuestion() == 0 && !p.player->isDone(0) && !p.player->replyTo(0));
    QVERIFY(is_same(p.document.experiment(), begun) && p.isCovered(StageId::scores, 2, 0));
    p.document.undo(); // the edits come back
    QCOMPARE((*parameter(p.document.experiment(), ParameterId::W_Q))(0, 0), 1.0);
    p.player->show();
    QVERIFY(p.player->move(1));
    p.player->startAgain();
    QVERIFY(p.player->current() == 0 && p.player->openQuestion() == 0);
    QVERIFY(is_same(p.document.experiment(), begun));
}

/// Done the moment it holds, also while a number is dragged, and done afterwards.
void TestLessonPlayer::goals() {
    const LessonJson goal{{"id", "g"}, {"kind", "goal"}, {"text", "?"},      {"stage", "queries"},
                          {"row", 0},  {"column", 0},    {"at_least", 100.0}};
    Play p(folder(), twoSteps({"W_Q"}, {goal}));
    p.start();
    QTRY_VERIFY(p.player->question() != nullptr);
    QTRY_VERIFY(p.player->faultOf(0).isEmpty());
    p.document.preview(ParameterId::W_Q, 0, 0, 1);
    QTest::qWait(0);
    QVERIFY(!p.player->isDone(0));
    p.document.preview(ParameterId::W_Q, 0, 0, -1e6);
    QTRY_VERIFY(p.player->isDone(0));
    p.document.commitPreview();
    p.document.undo();
    QVERIFY(p.player->isDone(0));
    QVERIFY(p.player->replyTo(0) && p.player->replyTo(0)->text.startsWith("Done"));
}

/// A way to a goal is gone as an edit of the step, and noted as shown.
void TestLessonPlayer::wayToAGoal() {
    const LessonJson goal{{"id", "g"}, {"kind", "goal"}, {"text", "?"},     {"stage", "queries"},
                          {"row", 0},  {"column", 0},    {"at_least", 1.5}, {"why", "Because."}};
    const auto said = [&](Play& p) { return p.player->replyTo(0) ? p.player->replyTo(0)->text : QString(); };
    {
        Play p(folder(), twoSteps({"W_Q"}, {goal}));
        p.start();
        QTRY_VERIFY(p.player->isChecked());
        QVERIFY(p.player->canShow());
        p.player->show();
        QVERIFY(p.player->isJudging());
        QTRY_VERIFY(p.player->isDone(0));
        QVERIFY(p.player->answerTo(0)->shown && !p.player->answerTo(0)->right.value_or(false));
        QVERIFY2(said(p).startsWith("One way: W_Q[") && said(p).endsWith(". Because."), qPrintable(said(p)));
        QVERIFY((*p.document.view(StageId::queries).matrix)(0, 0) >= 1.5);
        QVERIFY(p.document.undoStack().canUndo());
        p.document.undo();
        QVERIFY(is_same(p.document.experiment(), p.document.played()->start()) && p.player->isDone(0));
    }
    Play again(folder(), twoSteps({"W_Q"}, {goal}));
    again.start();
    again.player->goTo(0);
    QCOMPARE(said(again), QString("One way to it was shown. Because."));
}

void TestLessonPlayer::noWayToAGoal() {
    const LessonJson goal{{"id", "g"}, {"kind", "goal"}, {"text", "?"},      {"stage", "queries"},
                          {"row", 0},  {"column", 0},    {"at_least", 1e100}};
    Play p(folder(), twoSteps({"W_Q"}, {goal}));
    p.start();
    QTRY_VERIFY(p.player->isChecked());
    p.player->show();
    QTRY_VERIFY(!p.player->isJudging());
    QVERIFY(!p.player->canShow() && !p.player->isDone(0) && !p.player->answerTo(0));
    QVERIFY2(p.player->replyTo(0)->text.startsWith("No way"), qPrintable(p.player->replyTo(0)->text));
    QVERIFY(!p.document.undoStack().canUndo());
}

/// What somebody does meanwhile counts.
void TestLessonPlayer::wayOvertaken() {
    const LessonJson goal{{"id", "g"}, {"kind", "goal"}, {"text", "?"},    {"stage", "queries"},
                          {"row", 0},  {"column", 0},    {"at_least", 1.5}};
    Play p(folder(), twoSteps({"W_Q"}, {goal}));
    p.start();
    QTRY_VERIFY(p.player->isChecked());
    p.player->show();
    p.document.setValue(ParameterId::W_Q, 1, 1, 0.25);
    const Experiment mine = p.document.experiment();
    QTRY_VERIFY(!p.player->isJudging());
    QVERIFY(is_same(p.document.experiment(), mine) && !p.player->isDone(0) && p.player->canShow());
}

/// Nobody judges them; a possible answer is told afterwards, or on request.
void TestLessonPlayer::ownWords() {
    const auto words = [](const char* id, const LessonJson& why) {
        LessonJson question{{"id", id}, {"kind", "text"}, {"text", "?"}};
        if (!why.is_null())
            question["why"] = why;
        return question;
    };
    Play p(folder(), twoSteps(nullptr, {words("a", "One possible answer: this."),
                                        words("b", "One possible answer: that."), words("c", nullptr)}));
    p.start();
    p.answer(std::string("Mine."));
    QVERIFY(p.player->replyTo(0)->text.endsWith(". One possible answer: this."));
    QVERIFY(p.player->canShow());
    p.player->show();
    QCOMPARE(p.player->replyTo(1)->text, QString("One possible answer: that."));
    QVERIFY(p.player->answerTo(1)->shown && p.player->openQuestion() == 2 && !p.player->canShow());
}

/// A shorter sentence takes away what is asked for; when undo brings it back, it is covered.
void TestLessonPlayer::coveredAgain() {
    Play p(folder(), twoSteps({"sentence"}, {scoreQuestion("a", 2, 0)}));
    p.start();
    QVERIFY(p.isCovered(StageId::scores, 2, 0));
    p.document.setText("one");
    QVERIFY(p.document.view(StageId::scores).matrix->rows() == 1);
    p.document.undo();
    QVERIFY(p.isCovered(StageId::scores, 2, 0) && !p.player->isDone(0));
    p.player->show();
    QVERIFY(!p.isCovered(StageId::scores, 2, 0));
    p.document.setText("one");
    p.document.undo();
    QVERIFY(!p.isCovered(StageId::scores, 2, 0)); // it was shown
}

void TestLessonPlayer::goalThatHolds() {
    const LessonJson goal{{"id", "g"}, {"kind", "goal"}, {"text", "?"},       {"stage", "queries"},
                          {"row", 0},  {"column", 0},    {"at_least", -100.0}};
    Play p(folder(), twoSteps({"W_Q"}, {goal}));
    p.start();
    QTRY_VERIFY(!p.player->faultOf(0).isEmpty());
    QVERIFY2(p.player->faultOf(0).contains("holds already"), qPrintable(p.player->faultOf(0)));
    QVERIFY(!p.player->question() && !p.player->answerTo(0));
}

/// What is short of a goal by less than is shown says its digits.
void TestLessonPlayer::goalThatLooksReached() {
    const LessonJson goal{{"id", "g"}, {"kind", "goal"}, {"text", "?"},    {"stage", "queries"},
                          {"row", 0},  {"column", 0},    {"at_least", 0.9}};
    Play p(folder(), twoSteps({"overrides"}, {goal}));
    p.start();
    QTRY_VERIFY(p.player->isChecked());
    const auto becomes = [&](double number) {
        previewOverride(p.document, {StageId::queries, 0, 0, 0}, number);
        p.document.commitPreview();
        return p.player->nearMiss();
    };
    QCOMPARE(becomes(0.5), QString());
    QCOMPARE(becomes(0.896), QString("It is 0.896 now, still below 0.9."));
    QCOMPARE(becomes(0.89996), QString("It is 0.89996 now, still below 0.9."));
    QCOMPARE(becomes(0.894), QString());
    QCOMPARE(becomes(0.9), QString());
    QVERIFY(p.player->isDone(0));
}

/// What was answered and edited is there again after the program was killed.
void TestLessonPlayer::keptAndFound() {
    const Experiment lesson = twoSteps({"W_Q"}, {scoreQuestion("a", 2, 0), scoreQuestion("b", 0, 1)});
    Experiment edited;
    {
        Play p(folder(), lesson);
        p.start();
        p.player->show();
        p.document.setValue(ParameterId::W_Q, 0, 0, 1);
        p.answer(std::string("7"));
        edited = p.document.experiment();
    }
    Play p(folder(), lesson);
    QTRY_VERIFY(p.player->isBegun());
    p.start();
    QVERIFY(p.player->current() == 0 && p.player->openQuestion() == 1);
    QVERIFY(is_same(p.document.experiment(), edited));
    QVERIFY(!p.document.isModified());
    QVERIFY(!p.isCovered(StageId::scores, 2, 0) && p.isCovered(StageId::scores, 0, 1));
    // Another lesson has its own.
    Play other(folder(), with_steps({{{"id", "first"}}}, {{"id", "ponmlkjihgfedcba"}}));
    other.start();
    QVERIFY(!other.player->isDone(0));
}

/// What the lesson says of an answer is there again, too; why the right one is right only if that was given.
void TestLessonPlayer::saidAgain() {
    const LessonJson choice{
        {"id", "c"},
        {"kind", "choice"},
        {"text", "?"},
        {"why", "Because."},
        {"options",
         {{{"text", "one"}}, {{"text", "two"}, {"why", "Not that."}}, {{"text", "three"}, {"right", true}}}}};
    const Experiment lesson = twoSteps(nullptr, {choice});
    const auto reply = [&](std::size_t option) {
        QString said;
        {
            Play p(folder(), lesson);
            p.start();
            p.answer(ChosenOption{option});
            said = p.player->replyTo(0)->text;
        }
        Play again(folder(), lesson);
        again.start();
        again.player->goTo(0); // a step that is done is not gone on with
        const LessonPlayer::Reply* found = again.player->replyTo(0);
        return std::pair(said, found ? found->text : QString());
    };
    for (const std::size_t option : {0UL, 1UL, 2UL}) {
        const auto [said, again] = reply(option);
        QCOMPARE(again, said);
        QCOMPARE(again.contains("Because."), option == 2);
    }
}

/// The file of the document counts where it was written later: it may come from another machine.
void TestLessonPlayer::keptByFile() {
    const Experiment lesson = twoSteps(nullptr, {scoreQuestion("a", 2, 0), scoreQuestion("b", 0, 1)});
    Experiment saved;
    {
        Play p(folder(), lesson);
        p.start();
        p.player->show();
        saved = p.document.experimentToSave();
        QVERIFY(!is_same(saved, lesson));
        p.player->show();
    }
    QVERIFY(read_progress(saved).progress.steps.at("first").answers.at("a").shown);
    Play elsewhere(folder() + "-elsewhere", saved);
    elsewhere.start();
    QCOMPARE(elsewhere.player->openQuestion(), std::size_t(1));
    Play here(folder(), saved);
    here.start();
    QVERIFY(here.player->isDone(0));
}

void TestLessonPlayer::anotherDocument() {
    Play p(folder(), twoSteps({"W_Q"}, {scoreQuestion("a", 2, 0)}));
    p.start();
    p.document.setValue(ParameterId::W_Q, 0, 0, 1);
    QSignalSpy steps(p.player.get(), &LessonPlayer::stepChanged);
    p.document.openExample(QStringLiteral("two-heads"));
    QVERIFY(!p.player->isOn() && !p.document.played() && steps.count() >= 1);
    QVERIFY(!p.player->hasLesson() && p.document.cover().isEmpty());
    QVERIFY(!p.document.undoStack().canUndo() && !p.document.isModified());
    p.player->start();
    QVERIFY(!p.player->isOn());
    p.document.replace(twoSteps({"W_Q"}, {scoreQuestion("a", 2, 0)}), {});
    QTRY_VERIFY(p.player->isBegun()); // the edit was kept
}

/// Where nothing was answered and edited, what Save writes is what was read.
void TestLessonPlayer::savedAsItWas() {
    const Experiment lesson = lesson_document();
    Play p(folder(), lesson);
    QCOMPARE(write_experiment(p.document.experimentToSave()), write_experiment(lesson));
    p.start();
    QCOMPARE(write_experiment(p.document.experimentToSave()), write_experiment(lesson));
    p.player->show();
    QVERIFY(write_experiment(p.document.experimentToSave()) != write_experiment(lesson));
    QVERIFY(!p.document.isModified());
    // Nor are they once they are in the file.
    p.player->leave();
    p.document.noteSaved(p.document.experimentToSave(), folder() + ".attn");
    QVERIFY(!p.document.isModified());
    p.document.setValue(ParameterId::W_Q, 0, 0, 0.5);
    QVERIFY(p.document.isModified());
    p.document.undo();
    QVERIFY(!p.document.isModified());
}

/// The title of an example goes when it is saved, and the steps stay as they are: they can be edited and
/// undone.
void TestLessonPlayer::savedWhilePlayed() {
    LabDocument document;
    LessonPlayer player(
        document, [] { return ScenePlace(); }, folder());
    document.openExample(QStringLiteral("what-attention-computes"));
    player.start();
    QTRY_VERIFY(player.isOn());
    while (document.locks("W_Q"))
        QVERIFY(player.move(1));
    const Experiment begun = document.experiment();
    document.setValue(ParameterId::W_Q, 0, 0, 0.5);
    document.noteSaved(document.experimentToSave(), folder() + ".attn");
    QSignalSpy locked(&document, &LabDocument::locked);
    for (const double number : {0.25, 0.75}) {
        document.setValue(ParameterId::W_Q, 0, 0, number);
        QCOMPARE((*parameter(document.experiment(), ParameterId::W_Q))(0, 0), number);
    }
    while (document.undoStack().canUndo())
        document.undo();
    QVERIFY(is_same(document.experiment(), begun) && locked.isEmpty());
    player.leave();
    QCOMPARE(document.experiment().title, std::string());
}

/// What was drawn is drawn again for a student, and stays so after the program was killed; starting again
/// gives the lesson's own numbers back.
void TestLessonPlayer::newNumbers() {
    const Experiment scene = with_random(*twoSteps(nullptr).snapshots.front().experiment, ParameterId::W_Q,
                                         {Generator::numpy, 3, Distribution::normal}, DrawScope::one)
                                 .value();
    const Experiment lesson = with_lessons(
        scene, {{{"id", "first"}, {"ask", {scoreQuestion("a", 2, 0)}}, {"allow", LessonJson::array()}}},
        {{"id", "abcdefghijklmnop"}});
    const auto numbers = [](const Play& p) { return *parameter(p.document.experiment(), ParameterId::W_Q); };
    Matrix ada;
    {
        Play p(folder(), lesson);
        p.start();
        QVERIFY(p.player->canHaveNewNumbers() && p.player->whoseNumbers().isEmpty());
        const Matrix own = numbers(p);
        p.player->show();
        p.player->startWithNewNumbers("Ada");
        QTRY_VERIFY(!p.player->whoseNumbers().isEmpty());
        ada = numbers(p);
        QVERIFY(ada != own && p.player->openQuestion() == 0 && p.isCovered(StageId::scores, 2, 0));
        QCOMPARE(p.player->whoseNumbers(), QString("numbers of Ada"));
        p.answer(std::string("7"));
        QVERIFY(!p.document.isModified() && is_same(p.document.whole(), lesson));
    }
    Play p(folder(), lesson);
    QTRY_VERIFY(p.player->isBegun());
    p.start();
    QVERIFY(numbers(p) == ada);
    p.player->startWithNewNumbers("Bob");
    QTRY_COMPARE(p.player->whoseNumbers(), QString("numbers of Bob"));
    QVERIFY(numbers(p) != ada);
    p.player->startWithNewNumbers("Ada");
    QTRY_COMPARE(p.player->whoseNumbers(), QString("numbers of Ada"));
    QVERIFY(numbers(p) == ada);
    p.player->startAgain();
    QVERIFY(p.player->whoseNumbers().isEmpty() && numbers(p) == *parameter(scene, ParameterId::W_Q));
    QVERIFY(!Play(folder() + "-other", twoSteps(nullptr)).player->canHaveNewNumbers());
}

/// Every question of every kind can be shown or answered, so that every step of the lesson gets done.
void TestLessonPlayer::everyKind() {
    Play p(folder());
    p.start();
    for (std::size_t step = 0; step < p.player->stepCount(); ++step) {
        p.player->goTo(step);
        QCOMPARE(p.player->current(), step);
        while (p.player->question() && p.player->question()->kind != QuestionKind::goal) {
            const std::size_t before = p.player->openQuestion();
            if (p.player->canShow())
                p.player->show();
            else
                p.answer(std::string("in my own words"));
            QVERIFY(p.player->openQuestion() > before);
            const LessonPlayer::Reply* reply = p.player->replyTo(before);
            QVERIFY(reply && !reply->text.isEmpty());
        }
    }
}

LAB_GUILESS_TEST(TestLessonPlayer)
#include "tst_lesson_player.moc"
