// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether numbers that were drawn by chance suit a question: nobody can tell an answer from another one where
// they look the same.
#pragma once

#include "core/lesson/lesson_step.h"

namespace lab {

/// For each question of the step, whether its answers can be told apart with the decimals that cards show: a
/// mistake from none and from the others that are offered, the largest of a row from the next one, a number
/// from the one that it is made of, a key that is to be found from all others by one of its numbers. The
/// experiment must be valid and have tokens, and the step be checked by check_numbers(); faulty questions
/// count as clear. In large documents mistakes are not looked at.
std::vector<bool> clear_questions(const Experiment& experiment, const LessonStep& step);

} // namespace lab
