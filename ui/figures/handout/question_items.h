// SPDX-License-Identifier: GPL-3.0-or-later
//
// A question of a lesson on paper: what it asks, and what to tick or to write on, or the answer.
#pragma once

#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/lesson/lesson_step.h"
#include "ui/document/lesson/covered_stages.h"
#include "ui/figures/handout/lesson_items.h"

namespace lab {

/// The questions of one step.
class QuestionPaper {
public:
    /// `stages`: those of the step; nothing may be covered if answers are told. All must outlive this.
    QuestionPaper(CoveredStages& stages, const LessonStep& step, const Theme& theme, const LessonForm& form);

    /// Appends a question, which must not be faulty. `number`: what it is called.
    void add(std::vector<HandoutItem>& items, const Question& question, const QString& number);

private:
    void addAnswer(std::vector<HandoutItem>& items, const Question& question);
    void addChoices(std::vector<HandoutItem>& items, const Question& question);
    void addMistakes(std::vector<HandoutItem>& items, const Question& question);
    void addGoal(std::vector<HandoutItem>& items, const Question& question);
    void addNumber(std::vector<HandoutItem>& items, const Question& question);
    void addCell(std::vector<HandoutItem>& items, const Question& question);
    void addWords(std::vector<HandoutItem>& items, const QString& todo, const QString& answer, int lines);
    HandoutItem option(const QString& text, std::size_t index, bool isRight) const;
    QString exampleOf(const Question& goal);
    HandoutItem words(const QString& text, bool isMuted) const;
    QString rightCells(const Question& question);
    MatrixPtr withoutCovered(const Matrix& numbers);
    QString titleOf(const Question& question) const;

    CoveredStages& m_stages;
    const Experiment& m_experiment;
    const Theme& m_theme;
    const LessonForm m_form;
    const LessonStep& m_step;
    Experiment m_reached; ///< with the examples of earlier goals
    MistakenTrace m_right;
};

} // namespace lab
