// SPDX-License-Identifier: GPL-3.0-or-later
//
// What only numbers tell of the questions of a lesson: which ones cannot be asked, and what a mistake makes
// that a student is said to have made. It is found out on another thread.
#pragma once

#include "core/experiment/experiment.h"
#include "core/lesson/lesson_step.h"
#include "ui/document/task_thread.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lab {

/// The ids of a step and of its question.
using QuestionIds = std::pair<std::string, std::string>;

class QuestionFacts : public QObject {
    Q_OBJECT
public:
    explicit QuestionFacts(QObject* parent = nullptr) : QObject(parent) {}

    /// Nothing is known any more: it is another lesson, or has other numbers.
    void reset(const ReadLesson& lesson);
    /// Finds out what is not known yet of a step of that lesson. `start`: what it begins with.
    void findOut(std::size_t number, const LessonStep& step, const Experiment& start);

    /// Whether it is known which questions of the step cannot be asked.
    bool isChecked(std::size_t step) const { return m_isChecked[step]; }
    /// Why a question cannot be asked; empty: it can, or that is not known.
    QString faultOf(const QuestionIds& place) const;
    /// The numbers that a student's mistake makes; nullptr while they are not known, and for other questions.
    MatrixPtr mistakenNumbers(const QuestionIds& place) const;
    /// What an option of such a question says: what that mistake makes of the stage.
    QString mistakeName(const QuestionIds& place, std::size_t option) const;

signals:
    /// isChecked(): the questions of `step` that cannot be asked are marked.
    void stepChecked(std::size_t number, const lab::LessonStep& step);
    /// Something else has become known.
    void changed();

private:
    void check(std::size_t number, const LessonStep& step, const Experiment& start);
    void makeMistake(const QuestionIds& place, const Question& question, const Experiment& start);
    void note(const LessonStep& step, const LessonFault& fault);

    struct Mistaken {
        MatrixPtr numbers;
        QStringList names; ///< of the options
    };
    std::vector<LessonFault> m_read; ///< faults that reading has found
    std::vector<bool> m_isChecked;   ///< of each step
    std::map<QuestionIds, QString> m_faults;
    std::map<QuestionIds, Mistaken> m_mistaken;
    std::uint64_t m_resets = 0; ///< what was asked before the last one is no use
    TaskThread m_tasks;         ///< last, see TaskThread
};

} // namespace lab
