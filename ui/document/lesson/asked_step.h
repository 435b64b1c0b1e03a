// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step whose one question asks for a covered cell, and for another one once that is answered or shown. It
// lasts as long as cells are covered and asked for (LabDocument::setExercise()), whatever covered them.
#pragma once

#include "core/analysis/diagnosis/judge_number.h"
#include "core/describe/operands.h"
#include "ui/document/lesson/document_step.h"
#include "ui/document/task_thread.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lab {

class LabDocument;

class AskedStep : public DocumentStep {
    Q_OBJECT
public:
    explicit AskedStep(LabDocument& document, QObject* parent = nullptr);
    ~AskedStep() override;

    bool isOn() const override;
    /// While aside, as while presenting, nothing is asked, whatever is covered.
    void setAside(bool aside);
    /// The cells that are still covered, row by row.
    const std::vector<CellRef>& left() const { return m_left; }
    /// The cell that is asked for: one of those.
    const std::optional<CellRef>& current() const { return m_current; }
    /// Asks for a cell if it is still covered. False if it is not.
    bool choose(const CellRef& cell);
    /// Which cells are asked for, if it is a row or a column, as the notation shows it, or all of a stage:
    /// "The row of “is” is covered." Otherwise empty.
    QString name() const;
    QString heading() const override;
    QString kindName() const override;
    QString leaveText() const override;
    int asked() const { return m_asked; }
    int right() const { return m_right; }
    /// How many of these were right when they were first answered, with hints or without.
    int atFirstTry() const { return m_atFirstTry; }

    const LessonStep& step() const override { return m_step; }
    std::size_t openQuestion() const override { return m_current ? 0 : 1; }
    const AnswerRecord* answerTo(std::size_t /*question*/) const override { return nullptr; }
    const Reply* replyTo(std::size_t question) const override;
    /// Takes one number for the current cell; several for all cells that are asked for, for those still
    /// covered, or for whole rows from the current one on. Right cells are opened.
    bool answer(const GivenAnswer& given) override;
    bool canShow() const override { return m_current.has_value(); }
    /// Opens all.
    void show() override;
    int hintsLeft() const;
    bool hasHints() const override { return m_current.has_value(); }
    bool canHint() const override { return hintsLeft() > 0; }
    /// The next one: the formula, where its operands are, the first term.
    void showHint() override;
    std::optional<Formula> hintFormula() const override { return m_formula; }
    bool hintsAtOperands() const { return m_hints >= 2; }
    bool asksInPlace() const override { return true; }
    QString countText() const override;
    bool turn(int by) override;

    /// Draws the parameters again from a seed, as they were drawn, as one undo step; all of them at random if
    /// none was. What was opened is covered again. Says which were drawn, or why that is impossible.
    void drawNewNumbers(std::uint64_t seed);
    /// Says something in place of the last reply.
    void say(const QString& text);
    /// Everything is open then.
    void leave() override;

private:
    void refresh();
    void restart();
    void goOn();
    void ask();
    void reply(std::optional<bool> right, const QString& text);
    std::optional<RightNumber> rightNumber(const CellRef& cell) const;
    IsCovered isCovered() const;
    bool note(const CellRef& cell, bool right);
    bool take(const QString& text);
    bool takeOne(const TypedAnswer& typed, const QString& text);
    bool takeSeveral(const Matrix& numbers, int decimals);
    void lookForMistake(const std::vector<CellRef>& cells, const Matrix& numbers, int decimals);
    StageBlock asksNow() const;
    std::vector<CellRef> meant(Index rows, Index columns) const;
    QString misfit(Index rows, Index columns) const;

    LabDocument& m_document;
    LessonStep m_step;
    std::vector<CellRef> m_left;
    std::optional<CellRef> m_current;
    std::uint64_t m_begun = 0;     ///< of the cover that is counted
    std::vector<CellRef> m_missed; ///< got a wrong answer
    std::optional<Reply> m_reply;
    std::optional<Formula> m_formula;
    int m_hints = 0;
    int m_asked = 0;
    int m_right = 0;
    int m_atFirstTry = 0;
    bool m_isEdited = false; ///< the document has just changed
    bool m_isAside = false;
    bool m_wasOn = false;
    std::stop_source m_stop;
    TaskThread m_tasks; ///< last, see TaskThread
};

/// Covers cells of a stage, instead of those that were covered, and asks for them.
void ask(LabDocument& document, StageId stage, HeadIndex head, const Block& block);

/// Why numbers of a stage cannot be asked for; empty if they can.
QString whyNotAsked(const LabDocument& document, StageId stage);

} // namespace lab
