// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson: a document some of whose snapshots have a `lesson` with text, questions and limits. Each of them
// is a step. The JSON stays in the document as it was read (Experiment::unknown_keys,
// Snapshot::unknown_keys); this is what it means.
#pragma once

#include "core/analysis/diagnosis/mistakes.h"
#include "core/describe/operands.h"
#include "core/experiment/said.h"
#include "core/experiment/stage.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// The document's own `lesson`.
struct LessonIdentity {
    std::string id; ///< made once; empty if the document has none
    std::string author;
};

enum class QuestionKind { number, matrix, choice, cell, goal, mistake, text };
/// "number", the name in the document.
std::string_view name_of(QuestionKind kind);
std::optional<QuestionKind> question_kind_named(std::string_view name);

struct ChoiceOption {
    std::string text;
    bool right = false;
    std::string why; ///< the reply to this option
};

/// Which cells are right.
enum class CellRule { place, largest_of_row, smallest_of_row, hidden };

/// What must be true of a goal's number; at least one of the three.
struct GoalCondition {
    std::optional<double> at_least, at_most;
    bool largest_of_row = false;
};

/// Of every head: a stage, or a row or a column of it.
struct CoveredPart {
    StageId stage = StageId::inputs;
    std::optional<Index> row, column;
};

struct Question {
    std::string id;
    QuestionKind kind = QuestionKind::text;
    std::string text, hint;
    std::string why;                   ///< said after the right answer, or any in one's own words
    std::optional<double> tolerance;   ///< number, matrix: absent: as in `check`
    std::vector<CoveredPart> covers;   ///< what else would tell the answer
    CellRef cell;                      ///< stage and head, and the row and column where the kind has them
    std::vector<ChoiceOption> choices; ///< choice
    CellRule rule = CellRule::place;   ///< cell
    GoalCondition condition;           ///< goal
    MistakeKind mistake = MistakeKind::other_stage; ///< mistake: the one that was made
    std::vector<MistakeKind> mistakes;              ///< mistake: those that are offered
    bool is_faulty = false; ///< it cannot be asked; what is read of it may not make sense
};

struct LessonStep {
    std::size_t snapshot = 0; ///< which one of the document
    std::string id;
    std::string text; ///< Markdown
    std::string notes;
    std::optional<std::vector<StageId>> show;      ///< absent: all stages
    std::optional<std::vector<std::string>> allow; ///< see permits.h; absent: everything
    std::vector<Question> ask;                     ///< the faulty ones, too, so that they count
    std::string hint;
};

/// What is wrong with a lesson, as a sentence that says what to do.
struct LessonFault {
    std::optional<std::size_t> step;     ///< from 0; absent: the document's own `lesson`
    std::optional<std::size_t> question; ///< of the step, from 0; absent: the step itself
    Said what;
};
/// "Step 3, question 2: …": both count from 1, as shown.
std::string text_of(const LessonFault& fault);

struct ReadLesson {
    LessonIdentity identity;
    std::vector<LessonStep> steps; ///< in the order of the snapshots
    std::vector<LessonFault> faults;
};

/// The most bytes of UTF-8 in a text of a lesson, and the most levels of lists in it.
inline constexpr std::size_t most_lesson_text = 20'000;
inline constexpr std::size_t deepest_lists = 8;

/// Reads all steps of a document, and says what is wrong with them as far as that can be told without
/// computing. What is wrong is left out, or its question is marked as faulty; nothing makes a document
/// unreadable.
ReadLesson read_lesson(const Experiment& document);

/// What else is wrong with the questions of a step, by the numbers of its snapshot: a goal that holds
/// already, a mistake that cannot be made there, a cell that is not there. Marks them as faulty. `number`: of
/// the step, from 0.
std::vector<LessonFault> check_numbers(const Experiment& experiment, LessonStep& step, std::size_t number);

/// What a question asks for, which is covered with “?” until it is answered: of `number` the cell, of
/// `matrix` the stage. nullopt: no numbers.
std::optional<StageBlock> asked_numbers(const Experiment& experiment, const Question& question);
/// All that a question covers until it is answered: these, and every head of the stages in its `covers`.
std::vector<StageBlock> covered_by(const Experiment& experiment, const Question& question);

} // namespace lab
