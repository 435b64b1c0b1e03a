// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson_fields.h"
#include "core/lesson/lesson_step.h"

namespace lab {

/// The most bytes of UTF-8 in an id.
inline constexpr std::size_t most_lesson_id = 200;

/// Reads what a question's kind, text and other keys are, but for its `id`. `experiment`: of its step. What
/// is wrong is reported to the fields; the caller marks the question.
Question read_question(const Experiment& experiment, const LessonFields& fields);

/// The questions of a list, with their ids; what is wrong with one marks it as faulty. `experiment`: what
/// they are about.
std::vector<Question> read_questions(const Experiment& experiment, const nlohmann::ordered_json& list);

/// A text in Markdown, which may be at most so long and its lists so deep.
std::string read_lesson_text(const LessonFields& fields, const char* key);

} // namespace lab
