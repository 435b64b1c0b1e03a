// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of the lesson that the document is. `snapshot` is that of a step, `question` counts from 0. Each
// change is one undo step, or none if nothing changes; typing becomes one.
#pragma once

#include "core/lesson/lesson_edits.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace lab {

class LabDocument;
struct KeptView;

/// A step is made of the document as it is now and what the window shows; one step of undo takes all of it
/// back. Returns which snapshot it is; nullopt: it was refused.
std::optional<std::size_t> addStep(LabDocument& document, const KeptView& shown, const QString& wantedName);
/// Makes a step of a snapshot.
void makeStep(LabDocument& document, std::size_t snapshot);
/// The snapshot stays, without text and questions.
void removeStep(LabDocument& document, std::size_t snapshot);

enum class StepText { text, hint, notes };
void setStepText(LabDocument& document, std::size_t snapshot, StepText which, const QString& text);
/// What may be edited, and which cards are shown; nullopt: everything.
void setAllow(LabDocument& document, std::size_t snapshot,
              const std::optional<std::vector<std::string>>& names);
void setShow(LabDocument& document, std::size_t snapshot,
             const std::optional<std::vector<std::string>>& stages);
void setAuthor(LabDocument& document, const QString& author);

void addQuestion(LabDocument& document, std::size_t snapshot, const nlohmann::ordered_json& question);
void removeQuestion(LabDocument& document, std::size_t snapshot, std::size_t question);
void moveQuestion(LabDocument& document, std::size_t snapshot, std::size_t from, std::size_t to);

enum class QuestionText { text, hint, why };
void setQuestionText(LabDocument& document, std::size_t snapshot, std::size_t question, QuestionText which,
                     const QString& text);
/// The text of an option of a choice, or what is said to whoever chooses it.
enum class OptionText { text, why };
void setOptionText(LabDocument& document, std::size_t snapshot, std::size_t question, std::size_t option,
                   OptionText which, const QString& text);
/// Any other change of a question; `what`: which part of it, for the text of the undo step.
void editQuestion(LabDocument& document, std::size_t snapshot, std::size_t question, const QString& what,
                  const LessonEdit& edit);

} // namespace lab
