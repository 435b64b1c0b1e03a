// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of a lesson: what the steps of a document say and ask. What is not edited stays as it was read,
// unknown keys too. The first edit gives the lesson, its step and the question an `id` where they have none;
// ids that are there stay.
#pragma once

#include "core/experiment/experiment.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lab {

/// Makes a text for an `id`. It is asked again for one that the lesson has already.
using MakeId = std::function<std::string()>;
/// Changes a step's `lesson`, or one question.
using LessonEdit = std::function<void(nlohmann::ordered_json&)>;

/// Whether a snapshot is a step of the lesson.
bool is_step(const Snapshot& snapshot);

/// The document with the `lesson` of that snapshot changed; it becomes a step if it is none.
Experiment with_step_edited(const Experiment& document, std::size_t snapshot, const MakeId& make_id,
                            const LessonEdit& edit);
/// The same for a snapshot that is a step of the lesson no more; the snapshot stays.
Experiment without_step(const Experiment& document, std::size_t snapshot);
/// With the author's name in the document's own `lesson`; empty: none.
Experiment with_author(const Experiment& document, const std::string& author, const MakeId& make_id);

/// With another question behind those of the step.
Experiment with_question(const Experiment& document, std::size_t snapshot,
                         const nlohmann::ordered_json& question, const MakeId& make_id);
// The question, from 0, must be there.
Experiment with_question_edited(const Experiment& document, std::size_t snapshot, std::size_t question,
                                const MakeId& make_id, const LessonEdit& edit);
Experiment with_question_moved(const Experiment& document, std::size_t snapshot, std::size_t from,
                               std::size_t to, const MakeId& make_id);
Experiment without_question(const Experiment& document, std::size_t snapshot, std::size_t question,
                            const MakeId& make_id);

/// Sets an entry of an object, in its place if it is there; an empty text takes it out.
void set_text(nlohmann::ordered_json& object, const char* key, const std::string& text);
/// The same of a number; nullopt takes it out.
void set_number(nlohmann::ordered_json& object, const char* key, const std::optional<double>& number);
/// The same of a list of names.
void set_names(nlohmann::ordered_json& object, const char* key,
               const std::optional<std::vector<std::string>>& names);

} // namespace lab
