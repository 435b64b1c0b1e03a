// SPDX-License-Identifier: GPL-3.0-or-later
//
// All that is wrong with a lesson, by what it says and by its numbers: what `attention-lab lesson` lists, and
// what is said while a lesson is made.
#pragma once

#include "core/lesson/lesson_step.h"

#include <vector>

namespace lab {

/// Of one step, from 0: what reading has found and what its numbers tell, those of the step itself first,
/// then by question. Marks the questions as faulty. `lesson`: read from the document.
std::vector<LessonFault> faults_of_step(const Experiment& document, ReadLesson& lesson, std::size_t step);

/// Of the lesson itself, then of each step in turn.
std::vector<LessonFault> all_faults(const Experiment& document, ReadLesson& lesson);

} // namespace lab
