// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents with lessons.
#pragma once

#include "core/experiment/experiment.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace lab::test {

using LessonJson = nlohmann::ordered_json;

/// The file with three steps, in which there is every kind of question.
std::string lesson_path();
Experiment lesson_document();

/// The document with a scene of itself for each of these `lesson`s, and with its own.
Experiment with_lessons(const Experiment& document, const std::vector<LessonJson>& lessons,
                        const LessonJson& own);
/// A document with three tokens and a snapshot of itself for each of these `lesson`s; and its own.
Experiment with_steps(const std::vector<LessonJson>& lessons, const LessonJson& own = nullptr);

} // namespace lab::test
