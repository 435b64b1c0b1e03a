// SPDX-License-Identifier: GPL-3.0-or-later
//
// The questions of a step: which one is open, what was answered and what is said of it, and help. A step is
// one of a lesson (LessonPlayer), or is made of the document as it is (DocumentStep). The panel of a lesson
// shows either.
#pragma once

#include "core/describe/formula.h"
#include "core/lesson/given_answer.h"
#include "core/lesson/lesson_step.h"
#include "core/lesson/progress.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <optional>

namespace lab {

class StepQuestions : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Whether a step is played. What follows is about that one; there must be one.
    virtual bool isOn() const = 0;
    virtual const LessonStep& step() const = 0;
    /// The question that is open. One after the last one: none.
    virtual std::size_t openQuestion() const = 0;
    const Question* question() const;
    /// What was given for a question; nullptr: nothing.
    virtual const AnswerRecord* answerTo(std::size_t question) const = 0;
    /// What is said of the last answer to a question, or what was shown.
    struct Reply {
        std::optional<bool> right; ///< nullopt: judged by nobody, or shown
        QString text;              ///< Markdown
    };
    virtual const Reply* replyTo(std::size_t question) const = 0;
    /// Why it cannot be asked; empty: it can.
    virtual QString faultOf(std::size_t /*question*/) const { return {}; }
    /// Whether an answer is being judged.
    virtual bool isJudging() const { return false; }

    /// Judges an answer to the open question; changed() follows. True: that has settled a question already.
    virtual bool answer(const GivenAnswer& given) = 0;
    /// Whether the answer to the open question can be told, or a way to its goal be gone.
    virtual bool canShow() const = 0;
    /// Does that.
    virtual void show() = 0;

    // Help with the open question.
    /// Whether there is any, shown or not.
    virtual bool hasHints() const = 0;
    /// Whether there is a hint that is not shown.
    virtual bool canHint() const = 0;
    virtual void showHint() = 0;
    /// What was written for it; empty: nothing.
    virtual QString hint() const { return {}; }
    virtual bool isHintShown() const { return false; }
    /// A part of the hint that is shown, to be painted.
    virtual std::optional<Formula> hintFormula() const { return {}; }

    // Of goals and mistakes, which lessons alone ask for.
    /// Whether the next hint is the last one of a goal: what would raise its number.
    virtual bool isPullNext() const { return false; }
    /// The number of the open goal, once what would raise it was asked for.
    virtual std::optional<CellRef> pulledGoal() const { return {}; }
    /// Of an open goal that looks as if it were reached and is not: its number, as a sentence; empty: it does
    /// not.
    virtual QString nearMiss() const { return {}; }
    /// See QuestionFacts.
    virtual QString mistakeName(std::size_t /*question*/, std::size_t /*option*/) const { return {}; }
    virtual MatrixPtr mistakenNumbers(std::size_t /*question*/) const { return {}; }

    // Of a step that is made of what is covered.
    /// Whether its one question is about another cell once it is answered, so that the card of the question
    /// stays, with what is said of the answer before.
    virtual bool asksInPlace() const { return false; }
    /// How many cells are left, or how many were answered; empty: it is not counted.
    virtual QString countText() const { return {}; }
    /// Asks for the next cell, or the previous one. False: there is none.
    virtual bool turn(int /*by*/) { return false; }

signals:
    /// An answer was judged, or something was shown, or another question is open.
    void changed();
    /// The goal that was open holds.
    void goalReached();
};

} // namespace lab
