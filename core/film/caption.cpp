// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/film/caption.h"

#include "core/base/covered.h"
#include "core/describe/caption_phrases.h"
#include "core/describe/names.h"
#include "core/experiment/overrides.h"
#include "core/film/caption_parts.h"

#include <algorithm>

namespace lab {

namespace {

/// How many numbers that the step adds are overridden.
Index replaced_cells(const Experiment& experiment, const FilmStep& step) {
    if (is_on_the_way(experiment, step.scene) || !step.adds_cells)
        return 0;
    return std::ranges::count_if(
        overrides_in_force(experiment, step.scene.stage, step.scene.head), [&](const Override* each) {
            const Index row = each->row - step.rows.first, column = each->column - step.columns.first;
            return row >= 0 && row < step.rows.count && column >= 0 && column < step.columns.count;
        });
}

CaptionParts parts_of(const CaptionInputs& of) {
    const FilmStep& step = of.step;
    if (step.phase == RowPhase::root)
        return root_caption(of);
    if (step.phase != RowPhase::none)
        return phase_caption(of);
    // A matrix of one column has cells that are rows as well, which say more as cells.
    if (!of.is_cell())
        return rows_caption(of);
    const CellRef cell = of.cell();
    if (const double value = of.matrix(cell.stage, cell.head)(cell.row, cell.column); is_covered(value))
        return {say(caption_phrase::covered_number_of, cell_place(of.experiment, cell)),
                formula::row({formula::hole(value, cell)})};
    return step.scene.stage == StageId::weights ? weight_caption(of) : cell_caption(of);
}

/// What an override makes of the result.
void add_override(const CaptionInputs& of, CaptionParts& parts) {
    const Index count = replaced_cells(of.experiment, of.step);
    if (count == 0)
        return;
    if (!of.is_cell()) {
        parts.words = count == 1 ? say(caption_phrase::one_replaced, std::move(parts.words))
                                 : say(caption_phrase::some_replaced, std::move(parts.words), count);
        return;
    }
    const CellRef cell = of.cell();
    parts.words = say(caption_phrase::replaced, std::move(parts.words));
    if (!parts.numbers.parts.empty())
        parts.numbers.parts.push_back(formula::text(" → "));
    parts.numbers.parts.push_back(
        formula::hole(of.matrix(cell.stage, cell.head)(cell.row, cell.column), cell));
}

} // namespace

Caption caption(const Experiment& experiment, const StageReader& matrix, const FilmStep& step, int decimals) {
    const CaptionInputs of{experiment, matrix, step, decimals};
    CaptionParts parts = parts_of(of);
    add_override(of, parts);
    Caption caption;
    caption.words = info(step.scene.stage).per_head && experiment.heads.count > 1
                        ? say(caption_phrase::of_head, Counted{step.scene.head}, std::move(parts.words))
                        : std::move(parts.words);
    caption.numbers = std::move(parts.numbers);
    caption.text = text_of(caption.words);
    if (!caption.numbers.parts.empty())
        caption.text += ": " + plain(caption.numbers, decimals);
    return caption;
}

} // namespace lab
