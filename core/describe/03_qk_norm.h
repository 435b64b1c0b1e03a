// SPDX-License-Identifier: GPL-3.0-or-later
//
// The norm of a row of queries or keys: its steps, its captions and its lines in a program.
#pragma once

#include "core/describe/stage_description.h"

#include <vector>

namespace lab {

/// Appends the steps that normalise the row of `cells`, one or a pair that is rotated afterwards: the sum of
/// the squares, the divisor, and each cell divided by it. `steps` must hold the projections of these cells,
/// which become numbers x of the row. Appends nothing if the stage is not normalised.
void add_norm_steps(const StepInputs& from, const std::vector<CellRef>& cells,
                    std::vector<ExplanationStep>& steps);

/// What a row of queries or keys is divided by where they are normalised.
struct RowRoot {
    std::vector<double> numbers; ///< the row before its norm
    double value = 0;
    bool is_epsilon = false; ///< ε stands in the place of a length that is less
};
/// The scene must be of queries or keys with a norm. `matrix` must know what explain() reads for its cells.
RowRoot root_of_row(const Experiment& experiment, const StageReader& matrix, const Scene& scene, Index row);

/// What a step says that divides a cell, a row or all rows.
Said norm_caption(const CaptionInputs& of);

void define_norm(ScriptBuilder& to);
/// The line that normalises queries or keys.
void add_norm_line(ScriptBuilder& to, StageId stage);

} // namespace lab
