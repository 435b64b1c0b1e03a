// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/cell_step.h"

namespace lab {

std::optional<FilmStep> stepOf(const Experiment& experiment, const CellRef& cell) {
    if (is_empty(experiment) || !has_stage(experiment, cell.stage) || is_sink_share(experiment, cell))
        return std::nullopt;
    const Film film(experiment, {.grain = FilmGrain::cell});
    std::optional<FilmStep> step;
    for (const Scene& scene : film.scenes()) { // of several parts, the last holds the stage’s own numbers
        if (scene.stage == cell.stage && scene.head == cell.head)
            step = FilmStep{scene, {cell.row, 1}, {cell.column, 1}};
    }
    return step;
}

} // namespace lab
