// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a lesson is done, by what was answered.
#pragma once

#include "core/lesson/lesson_step.h"
#include "core/lesson/progress.h"

#include <cstddef>

namespace lab {

/// What is known of a step; nullptr: it was never begun.
const StepProgress* progress_of(const LessonProgress& progress, const LessonStep& step);

/// Whether a question needs no answer any more: it was answered right, kept or shown, or cannot be asked.
/// `known`: of its step; nullptr: nothing.
bool is_settled(const Question& question, const StepProgress* known);

/// Whether all that a step asks is settled; of one without questions, whether something was kept of it: it
/// was left by going on, or edited.
bool is_done(const LessonStep& step, const LessonProgress& progress);

/// How many steps are done.
std::size_t done_steps(const ReadLesson& lesson, const LessonProgress& progress);

} // namespace lab
