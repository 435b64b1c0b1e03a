// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is differentiated: one number, or a loss, which is small where weights or the output are as wanted.
#pragma once

#include "core/engine/readable_stages.h"

#include <variant>

namespace lab {

/// Wanted weights of a head, (n_q, n_k) of numbers from 0, NaN where any will do. A row with numbers is
/// divided by their sum, and the loss is the mean over such rows of −Σ t·ln a, over the cells with t > 0: the
/// cross-entropy of the weights a, as computed and overridden, before any dropout.
struct WantedWeights {
    HeadIndex head = 0;
    Matrix numbers;
};

/// A wanted output, (n_q, d_out), NaN where any will do. The loss is the mean of (y − t)² over the others.
struct WantedOutput {
    Matrix numbers;
};

/// A cell may be what a sink takes (is_sink_share()).
using Target = std::variant<CellRef, WantedWeights, WantedOutput>;

/// Why an experiment cannot have that target, whatever its numbers are: the shape, a number that no weight
/// can have, nothing that is wanted. A cell or head must exist (has_cell()). The error's file is empty.
std::optional<Error> problem_of_target(const Experiment& experiment, const Target& target);

/// Its value. Fails where that is not finite, with the cell because of which. The target must have no
/// problem_of_target() it.
Result<double> value_of_target(ReadableStages& numbers, const Target& target);

/// The derivatives of a target by the numbers of the one stage that it reads itself, for some of its rows; it
/// does not read the others.
struct TargetSlopes {
    StageId stage = StageId::inputs;
    HeadIndex head = 0;
    Index first_row = 0;
    Matrix rows;
    /// Whether they are by the numbers before any override, as for what a sink takes: 1 less the weights.
    bool before_overrides = false;
};
TargetSlopes slopes_of(ReadableStages& numbers, const Target& target);

} // namespace lab
