// SPDX-License-Identifier: GPL-3.0-or-later
//
// An exercise: the covered cells of the document are asked one after another, until the right number of each
// has been typed or shown. It lasts as long as cells are covered (LabDocument::cover()), whatever
// covered them; the cover says whether they are asked for.
#pragma once

#include "core/analysis/diagnosis/judge_number.h"
#include "core/describe/operands.h"
#include "ui/document/task_thread.h"
#include "ui/text/exercise_hints.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lab {

class LabDocument;

class Exercise : public QObject {
    Q_OBJECT
public:
    explicit Exercise(LabDocument& document, QObject* parent = nullptr);
    ~Exercise() override;

    bool isOn() const;
    /// The cells that are still covered, row by row.
    const std::vector<CellRef>& left() const { return m_left; }
    /// The cell that is asked for: one of those.
    const std::optional<CellRef>& current() const { return m_current; }
    /// Asks for a cell if it is still covered. False if it is not.
    bool choose(const CellRef& cell);
    /// Asks for the next one or the previous one. False if that is none of those left.
    bool step(int by);

    /// Takes one number for the current cell; several for all cells that are asked for, for those still
    /// covered, or for whole rows from the current one on. Right cells are opened. Returns what there is to
    /// say at once; see explained().
    QString answer(const QString& text);
    /// How many more hints there are for the current cell.
    int hintsLeft() const;
    /// The next hint: the formula, where its operands are, the first term.
    ExerciseHint nextHint();
    bool hintsAtOperands() const { return m_hints >= 2; }
    /// Opens all.
    void show();
    /// Draws the parameters again from a seed, as they were drawn, as one undo step; all of them at random if
    /// none was. What was opened is covered again. Returns what there is to say: which were drawn, or why
    /// that is impossible.
    QString newNumbers(std::uint64_t seed);

    int asked() const { return m_asked; }
    int right() const { return m_right; }
    /// How many of these were right when they were first answered, with hints or without.
    int atFirstTry() const { return m_atFirstTry; }
    /// A text as long as the longest answer to one number for the current cell, which there must be. It
    /// assumes no number longer than those that the window writes.
    QString longAnswer() const;

signals:
    /// The exercise began, ended, went on to another cell, or began again because the document changed.
    void changed();
    /// What more there is to say after an answer of several numbers, which were right in part.
    void explained(const QString& answer, const QString& why);

private:
    void refresh();
    std::optional<RightNumber> rightNumber(const CellRef& cell) const;
    NumberJudge numberJudge() const;
    IsCovered isCovered() const;
    QString answerOne(const TypedAnswer& typed, const QString& text);
    QString answerSeveral(const Matrix& numbers, int decimals);
    void lookForMistake(const QString& answer, const std::vector<CellRef>& cells, const Matrix& numbers,
                        int decimals);
    std::vector<CellRef> meant(Index rows, Index columns) const;
    QString misfit(Index rows, Index columns) const;
    void note(const CellRef& cell, bool right);
    StageBlock asksNow() const;

    LabDocument& m_document;
    std::vector<CellRef> m_left;
    std::optional<CellRef> m_current;
    std::uint64_t m_begun = 0;     ///< of the cover that is counted
    std::vector<CellRef> m_missed; ///< got a wrong answer
    int m_hints = 0;
    int m_asked = 0;
    int m_right = 0;
    int m_atFirstTry = 0;
    std::stop_source m_stop;
    TaskThread m_tasks; ///< last, see TaskThread
};

/// Covers cells of a stage, instead of those that were covered: the exercise about them begins.
void ask(LabDocument& document, StageId stage, HeadIndex head, const Block& block);

/// Why no exercise can be made of a stage; empty if one can.
QString whyNotAsked(const LabDocument& document, StageId stage);

} // namespace lab
