// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/done_steps.h"

#include <algorithm>

namespace lab {

const StepProgress* progress_of(const LessonProgress& progress, const LessonStep& step) {
    const auto found = progress.steps.find(step.id);
    return found == progress.steps.end() ? nullptr : &found->second;
}

bool is_settled(const Question& question, const StepProgress* known) {
    if (question.is_faulty)
        return true;
    if (!known || question.id.empty())
        return false;
    const auto answer = known->answers.find(question.id);
    if (answer == known->answers.end())
        return false;
    const AnswerRecord& record = answer->second;
    return record.shown || record.right.value_or(false) ||
           (question.kind == QuestionKind::text && record.given != nullptr);
}

bool is_done(const LessonStep& step, const LessonProgress& progress) {
    const StepProgress* known = progress_of(progress, step);
    return known &&
           std::ranges::all_of(step.ask, [&](const Question& each) { return is_settled(each, known); });
}

std::size_t done_steps(const ReadLesson& lesson, const LessonProgress& progress) {
    return static_cast<std::size_t>(
        std::ranges::count_if(lesson.steps, [&](const LessonStep& each) { return is_done(each, progress); }));
}

} // namespace lab
