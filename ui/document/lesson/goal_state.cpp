// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/goal_state.h"

#include "core/lesson/goal.h"
#include "core/lesson/judge_answer.h"
#include "ui/document/lab_document.h"
#include "ui/document/view_settings.h"
#include "ui/text/sentences.h"

namespace lab {

namespace {

constexpr int decimalsOfCards = 2; // that a card shows at least, where the document does not choose them

} // namespace

std::optional<GoalState> goalState(LabDocument& document, const Question& goal) {
    const CellRef& cell = goal.cell;
    const Experiment& experiment = document.experiment();
    if (!has_cell(experiment, cell))
        return std::nullopt;
    Matrix row(1, length(info(cell.stage).columns, dimensions(experiment)));
    for (Index column = 0; column < row.cols(); ++column) {
        const auto number = document.numberUnder({cell.stage, cell.head, cell.row, column});
        if (!number)
            return std::nullopt;
        row(0, column) = *number;
    }
    Question inRow = goal;
    inRow.cell.row = 0;
    if (holds(inRow, row))
        return GoalState{true, {}};
    if (document.cover().covers(cell))
        return GoalState{false, {}};
    const int decimals = viewSettings(experiment).decimals.value_or(decimalsOfCards);
    return GoalState{false, sentencesOf({near_miss(goal.condition, row(0, cell.column), decimals)})};
}

} // namespace lab
