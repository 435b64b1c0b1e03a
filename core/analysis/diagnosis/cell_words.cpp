// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/cell_words.h"

#include "core/describe/names.h"
#include "core/experiment/phrases.h"

#include <utility>

namespace lab {

Said line_words(const Experiment& experiment, Axis axis, bool is_row, Index index, const Naming& naming) {
    const bool is_shown_as_row = is_row == (naming.notation == Notation::rows);
    Said number = say(is_shown_as_row ? phrase::numbered_row : phrase::numbered_column, index + naming.first);
    return is_token_axis(axis)
               ? say(phrase::named_line, std::move(number), label_in_sentence(experiment, axis, index))
               : number;
}

Said cell_words(const Experiment& experiment, const CellRef& cell, const CellNaming& says,
                const Naming& naming) {
    const StageInfo& stage = info(cell.stage);
    const auto axis = [&](Axis its) { return says.has_tokens ? its : Axis::model_feature; };
    Said row = line_words(experiment, axis(stage.rows), true, cell.row, naming);
    Said column = line_words(experiment, axis(stage.columns), false, cell.column, naming);
    if (naming.notation == Notation::columns)
        std::swap(row, column);
    Said place = say(phrase::and_so_on, std::move(row), std::move(column));
    return says.has_head
               ? say(phrase::and_so_on, say(phrase::head, cell.head + naming.first), std::move(place))
               : place;
}

} // namespace lab
