// SPDX-License-Identifier: GPL-3.0-or-later
//
// How an answer is judged, and what is said of it. Nothing that is said tells a number that is covered, and
// wrong is never only “wrong”.
#pragma once

#include "core/analysis/diagnosis/judge_number.h"
#include "core/analysis/diagnosis/naming.h"
#include "core/lesson/given_answer.h"

#include <vector>

namespace lab {

struct Judgement {
    std::optional<bool> right; ///< nullopt: judged by nobody
    std::vector<Said> reply;   ///< one sentence each, without full stops at their ends
};

/// Cells that no reply may tell: those of the blocks.
IsCovered is_in(std::vector<StageBlock> blocks);
/// What all questions of a step cover before any is answered.
std::vector<StageBlock> covered_blocks(const Experiment& experiment, const LessonStep& step);

/// `experiment`: as it is when the answer is given; valid. The question must not be faulty, and the answer be
/// one of its kind. `is_covered`: what is covered then, of other questions, too. An answer to what the
/// experiment does not have (any more) is wrong.
Judgement judge_answer(const Experiment& experiment, const Question& question, const GivenAnswer& given,
                       const IsCovered& is_covered, const Naming& naming);

/// What is said beside a goal whose number looks as if it were reached, with that many decimals, and is not:
/// the number, with as many as show that. No text if it does not look so.
Said near_miss(const GoalCondition& condition, double number, int decimals);

// Of numbers, which are judged as `check` judges them.
/// `right`: what is known to be right. `quoted`: the number as it was typed.
Judgement judge_number(const Experiment& experiment, const CellRef& cell, const std::string& quoted,
                       const TypedAnswer& typed, const RightNumber& right, const IsCovered& is_covered,
                       const Naming& naming);
Judgement judge_typed_number(const Experiment& experiment, const Question& question, const std::string& typed,
                             const IsCovered& is_covered, const Naming& naming);
Judgement judge_whole_matrix(const Experiment& experiment, const Question& question, const Answer& given,
                             const IsCovered& is_covered, const Naming& naming);

} // namespace lab
