// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plays the lesson of the open document: which step is shown, what it asks, what was answered, and how far
// somebody has come. The document shows the step and refuses what it locks (LabDocument::play()). Where no
// lesson is played, a step can be made of the document as it is (DocumentStep).
#pragma once

#include "core/describe/operands.h"
#include "core/lesson/goal_example.h"
#include "core/lesson/judge_answer.h"
#include "core/lesson/progress.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/document/lesson/kept_progress.h"
#include "ui/document/lesson/played_steps.h"
#include "ui/document/lesson/question_facts.h"
#include "ui/document/lesson/step_questions.h"
#include "ui/document/lesson/tried_step.h"
#include "ui/document/step.h"
#include "ui/document/task_thread.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab {

class LabDocument;

class LessonPlayer : public StepQuestions {
    Q_OBJECT
public:
    /// `shown` says what the window shows, to which leave() returns. `folder`: see KeptProgress.
    LessonPlayer(LabDocument& document, std::function<ScenePlace()> shown,
                 const QString& folder = KeptProgress::standardFolder(), QObject* parent = nullptr);
    /// What is asked before the document shows another step, or none any more, while a fit has found
    /// something that nobody has kept: it goes on at once, later or never.
    void setBeforeLosing(std::function<void(std::function<void()> goOn)> ask) {
        m_beforeLosing = std::move(ask);
    }
    /// Keeps what is not kept yet: to be called before the document goes, which may go before this.
    void finish();

    // The lesson of the document.
    bool hasLesson() const { return !m_lesson.steps.empty(); }
    std::size_t stepCount() const { return m_lesson.steps.size(); }
    QString nameOf(std::size_t step) const;
    /// Which of the document's snapshots it is.
    std::size_t snapshotOf(std::size_t step) const { return m_lesson.steps[step].snapshot; }
    /// Whether all that it asks was answered or shown; of a step without questions, whether it was left by
    /// going on.
    bool isDone(std::size_t step) const;
    std::size_t doneCount() const;
    /// Whether somebody has begun it, now or at an earlier start.
    bool isBegun() const { return !m_progress.steps.empty(); }
    /// The first step that is not done; the first one if all are.
    std::size_t whereToGoOn() const;
    /// What start() is called on a button: "Start lesson: 8 steps".
    QString startText() const;

    // Playing.
    bool isOn() const override { return m_current.has_value(); }
    /// What is asked now: by the lesson, or by a step that is made of the document; nullptr: nothing is.
    StepQuestions* questions();
    /// The latter; nullptr: none is played.
    DocumentStep* documentStep();
    /// Asks for what is covered, where somebody wants that.
    AskedStep& asked() { return m_asked; }
    /// What the open example asks.
    TriedStep& tried() { return m_tried; }
    const TriedStep& tried() const { return m_tried; }
    /// Begins it, unless a lesson is played.
    void tryExample();
    /// While aside, as while presenting, neither asks anything.
    void setAside(bool aside);
    /// Whether another step is about to be shown: what the window reports meanwhile is nobody's answer.
    bool isMoving() const { return m_isMoving; }
    /// Goes to whereToGoOn(), once it is known what was answered before.
    void start();
    void goTo(std::size_t step);
    /// The next step or, with −1, the one before. False: there is none.
    bool move(int by);
    void leave();
    /// The same; calls `then` when it has been left, also if no lesson was played.
    void leaveThen(std::function<void()> then);
    /// The step as the lesson has it, without answers.
    void startStepAgain();
    /// Plays from this step on as somebody does who has answered nothing. Nothing of it is kept: what was
    /// answered before is there again afterwards.
    void tryFrom(std::size_t step);
    bool isTrial() const { return m_aside.has_value(); }
    /// Forgets all answers, and goes to the first step.
    void startAgain();
    /// The same with other numbers in place of those that were drawn, once they are found; the same student
    /// has the same ones everywhere. Without a name they are random.
    void startWithNewNumbers(const QString& student);
    /// Whether some were drawn.
    bool canHaveNewNumbers() const { return m_hasDrawn; }
    /// Whose numbers they are, in a few words; empty: the lesson's own.
    QString whoseNumbers() const;

    // The step that is played; there must be one.
    std::size_t current() const { return *m_current; }
    const LessonStep& step() const override { return m_lesson.steps[*m_current]; }
    /// The first that is neither answered nor shown nor faulty.
    std::size_t openQuestion() const override;
    const AnswerRecord* answerTo(std::size_t question) const override;
    bool isSettled(std::size_t question) const;
    QuestionIds idsOf(std::size_t question) const;
    QString faultOf(std::size_t question) const override { return m_facts.faultOf(idsOf(question)); }
    const Reply* replyTo(std::size_t question) const override;
    bool isJudging() const override { return m_judging > 0; }
    /// Whether it is known which questions of the step cannot be asked, so that its goals are watched.
    bool isChecked() const { return m_facts.isChecked(current()); }

    /// On another thread.
    bool answer(const GivenAnswer& given) override;
    bool canShow() const override;
    /// Notes that, too. Of a goal, one of the ways to it is looked for on another thread.
    void show() override;
    /// For the open question, or for the step.
    QString hint() const override;
    bool isHintShown() const override { return m_isHintShown; }
    bool hasHints() const override { return !hint().isEmpty() || m_isPullShown || isPullNext(); }
    bool canHint() const override;
    bool isPullNext() const override;
    void showHint() override;
    std::optional<CellRef> pulledGoal() const override;
    QString nearMiss() const override { return m_nearMiss; }
    QString mistakeName(std::size_t question, std::size_t option) const override;
    MatrixPtr mistakenNumbers(std::size_t question) const override;

signals:
    /// The step is about to be left: what is typed and not given yet can be given now.
    void leaving();
    /// There is another lesson, or it is known now how far somebody has come.
    void lessonChanged();
    /// It began, ended, or shows another step.
    void stepChanged();
    /// The numbers of these cells were told, and their card shows them.
    void told(const lab::StageBlock& cells);
    /// The answers could not be kept, and what to do.
    void failed(const QString& message);

private:
    void unlessLost(std::function<void()> goOn);
    void showStep(std::size_t step);
    void read();
    void takeKept(const std::optional<KeptProgress::Found>& found);
    void beginAgain(const QString& student, const std::optional<std::uint64_t>& seed);
    void playAgain(bool wasTrial, const QString& student, const std::optional<std::uint64_t>& seed);
    void sayAgain(std::size_t step);
    void takeChecked(std::size_t step, const LessonStep& checked);
    void watchGoal();
    bool hasOpenParameter() const;
    void forgetHelp();
    void take(const QuestionIds& place, const GivenAnswer& given, const Judgement& judged);
    void settle(AnswerRecord record);
    void noteShown(const QString& text);
    void findWay(const Question& goal, const Experiment& before);
    void goWay(const std::optional<GoalExample>& way);
    void note(const Experiment& now);
    void keep();
    void end();
    StepProgress& progressOf(std::size_t step) { return m_progress.steps[m_lesson.steps[step].id]; }
    const StepProgress* knownOf(std::size_t step) const;
    bool isSettled(std::size_t step, std::size_t question) const;

    LabDocument& m_document;
    AskedStep m_asked;
    TriedStep m_tried;
    std::function<ScenePlace()> m_shown;
    std::function<void(std::function<void()>)> m_beforeLosing;
    ScenePlace m_before; ///< what it showed before the lesson
    ReadLesson m_lesson;
    bool m_hasDrawn = false; ///< some step of it has drawn parameters
    LessonProgress m_progress;
    std::optional<LessonProgress> m_aside; ///< while a lesson is tried: what was answered before
    bool m_isReading = false;              ///< what was kept of an earlier start
    bool m_startsThen = false;
    std::optional<std::size_t> m_current;
    PlayedSteps m_steps;
    std::map<QuestionIds, Reply> m_replies;
    QuestionFacts m_facts;
    bool m_isHintShown = false;
    bool m_isPullShown = false;
    bool m_isWayless = false; ///< no way to the open goal was found
    QString m_nearMiss;
    bool m_isChanged = false; ///< the progress, since it was kept
    bool m_isMoving = false;  ///< the document changes because of the player
    int m_judging = 0;
    std::uint64_t m_lessons = 0; ///< grows with each lesson that is read: what was asked before is no use
    std::uint64_t m_reads = 0;   ///< grows where what was kept before is read, or not wanted any more
    QElapsedTimer m_sinceAsked;
    QTimer m_keep;
    KeptProgress m_kept;
    TaskThread m_tasks; ///< last, see TaskThread
};

} // namespace lab
