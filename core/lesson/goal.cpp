// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/goal.h"

#include "core/describe/hidden_cells.h"
#include "core/lesson/step_numbers.h"

#include <cmath>

namespace lab {

namespace {

/// Whether no number of the row is above that one, times `sign`.
bool is_outermost(const Matrix& stage, Index row, Index column, double sign) {
    const double number = stage(row, column);
    for (Index each = 0; each < stage.cols(); ++each) {
        if (sign * stage(row, each) > sign * number)
            return false;
    }
    return !std::isnan(number);
}

/// A word that shares the first place with another one has not got it.
bool is_alone_largest(const Matrix& stage, Index row, Index column) {
    for (Index each = 0; each < stage.cols(); ++each) {
        if (each != column && stage(row, each) == stage(row, column))
            return false;
    }
    return is_largest_of_row(stage, row, column);
}

} // namespace

bool has_asked(const Experiment& experiment, const Question& question) {
    if (question.kind == QuestionKind::choice || question.kind == QuestionKind::text)
        return true;
    return has_cell(experiment, question.cell) && !is_sink_share(experiment, question.cell);
}

bool is_largest_of_row(const Matrix& stage, Index row, Index column) {
    return is_outermost(stage, row, column, 1);
}

bool is_smallest_of_row(const Matrix& stage, Index row, Index column) {
    return is_outermost(stage, row, column, -1);
}

bool holds(const Question& goal, const Matrix& stage) {
    const Index row = goal.cell.row, column = goal.cell.column;
    if (row >= stage.rows() || column >= stage.cols())
        return false;
    const double number = stage(row, column);
    const GoalCondition& condition = goal.condition;
    return (!condition.at_least || number >= *condition.at_least) &&
           (!condition.at_most || number <= *condition.at_most) &&
           (!condition.largest_of_row || is_alone_largest(stage, row, column));
}

bool holds(const Experiment& experiment, const Question& goal) {
    return has_asked(experiment, goal) &&
           holds(goal, *StepNumbers(experiment).stage(goal.cell.stage, goal.cell.head));
}

bool is_asked_cell(const Experiment& experiment, const Question& question, const Matrix& stage, Index row,
                   Index column) {
    switch (question.rule) {
    case CellRule::place:
        return row == question.cell.row && column == question.cell.column;
    case CellRule::largest_of_row:
        return is_largest_of_row(stage, row, column);
    case CellRule::smallest_of_row:
        return is_smallest_of_row(stage, row, column);
    case CellRule::hidden:
        return HiddenCells(experiment, {}).in_masked(question.cell.head)->contains(row, column);
    }
    return false;
}

} // namespace lab
