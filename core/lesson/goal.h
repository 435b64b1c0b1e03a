// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells of a stage are what a question asks for, and whether they are there.
#pragma once

#include "core/lesson/lesson_step.h"

namespace lab {

/// Whether an experiment, which must be valid, still has what a question asks for: an edit may have taken it
/// away. What the sink takes of a row is no cell that is asked for.
bool has_asked(const Experiment& experiment, const Question& question);

/// Whether a number is the largest of its row, or one of several that are. NaN is not.
bool is_largest_of_row(const Matrix& stage, Index row, Index column);
bool is_smallest_of_row(const Matrix& stage, Index row, Index column);

/// Whether the stage of a goal, with these numbers, is as the goal says: the largest of a row is above all
/// others. False where the stage has no such cell.
bool holds(const Question& goal, const Matrix& stage);
/// The same of an experiment, which must be valid. False where it has no such cell.
bool holds(const Experiment& experiment, const Question& goal);

/// Whether a cell is one that a question of kind `cell` asks for. `stage`: its numbers. The experiment must
/// be that of the step, and the cell in its stage.
bool is_asked_cell(const Experiment& experiment, const Question& question, const Matrix& stage, Index row,
                   Index column);

} // namespace lab
