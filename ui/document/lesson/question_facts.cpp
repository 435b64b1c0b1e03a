// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/question_facts.h"

#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/lesson/mistaken_stage.h"
#include "ui/document/lesson/right_answer.h"

#include <memory>

namespace lab {

void QuestionFacts::reset(const ReadLesson& lesson) {
    ++m_resets;
    m_read = lesson.faults;
    m_isChecked.assign(lesson.steps.size(), false);
    m_faults.clear();
    m_mistaken.clear();
}

void QuestionFacts::findOut(std::size_t number, const LessonStep& step, const Experiment& start) {
    if (m_isChecked[number])
        return;
    check(number, step, start);
    for (const Question& each : step.ask) {
        if (each.kind == QuestionKind::mistake && !each.is_faulty)
            makeMistake({step.id, each.id}, each, start);
    }
}

void QuestionFacts::note(const LessonStep& step, const LessonFault& fault) {
    if (fault.question && *fault.question < step.ask.size())
        m_faults[{step.id, step.ask[*fault.question].id}] = QString::fromStdString(text_of(fault.what));
}

void QuestionFacts::check(std::size_t number, const LessonStep& step, const Experiment& start) {
    for (const LessonFault& each : m_read) {
        if (each.step == number)
            note(step, each);
    }
    m_tasks.start([this, number, of = m_resets, start, step]() -> TaskThread::Then {
        LessonStep checked = step;
        std::vector<LessonFault> faults = check_numbers(start, checked, number);
        return [this, number, of, checked = std::move(checked), faults = std::move(faults)] {
            if (of != m_resets)
                return;
            m_isChecked[number] = true;
            for (const LessonFault& each : faults)
                note(checked, each);
            emit stepChecked(number, checked);
        };
    });
}

void QuestionFacts::makeMistake(const QuestionIds& place, const Question& question, const Experiment& start) {
    m_tasks.start([this, place, of = m_resets, question, start]() -> TaskThread::Then {
        MistakenTrace trace(start);
        Mistaken made;
        for (const MistakeKind kind : question.mistakes)
            made.names += mistakeWords(start, trace, question, kind);
        const Asked asked{question.cell.stage, question.cell.head};
        if (const auto its = mistaken_stage(trace, asked, question.mistake))
            made.numbers = std::make_shared<const Matrix>(its->numbers);
        return [this, place, of, made = std::move(made)] {
            if (of != m_resets)
                return;
            m_mistaken[place] = made;
            emit changed();
        };
    });
}

QString QuestionFacts::faultOf(const QuestionIds& place) const {
    const auto found = m_faults.find(place);
    return found == m_faults.end() ? QString() : found->second;
}

MatrixPtr QuestionFacts::mistakenNumbers(const QuestionIds& place) const {
    const auto found = m_mistaken.find(place);
    return found == m_mistaken.end() ? nullptr : found->second.numbers;
}

QString QuestionFacts::mistakeName(const QuestionIds& place, std::size_t option) const {
    const auto found = m_mistaken.find(place);
    return found == m_mistaken.end() ? QStringLiteral("…")
                                     : found->second.names[static_cast<qsizetype>(option)];
}

} // namespace lab
