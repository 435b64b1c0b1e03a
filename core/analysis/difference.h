// SPDX-License-Identifier: GPL-3.0-or-later
//
// What has become of the numbers of a stage, from one experiment to another.
#pragma once

#include "core/analysis/alignment.h"

#include <vector>

namespace lab {

/// Of the rows and columns that have a partner, in the order of Alignment::pairs; (rows.pairs, columns.pairs)
/// all four matrices.
struct Difference {
    StageAlignment alignment;
    Matrix before, now;
    /// now − before. Equal numbers differ by 0, equal infinities too; where one of both is infinite, so is
    /// it; NaN beside anything is NaN.
    Matrix difference;
    /// −∞ where a cell is hidden before and now, 0 elsewhere; empty for a stage without hidden cells.
    Matrix hidden;
};

/// The numbers of a stage. `masked` says which of its cells are hidden, those that are −∞ there: the masked
/// scores, for attention weights and for themselves; null for other stages.
struct StageNumbers {
    MatrixPtr matrix, masked;
};
/// The matrices must have the shapes that they are aligned for.
Difference difference_of(const StageNumbers& before, const StageNumbers& now, StageAlignment alignment);

/// A cell that changed, by its place in the matrices of a Difference.
struct LargeChange {
    Index row = 0, column = 0;
    bool operator==(const LargeChange&) const = default;
};
/// The cells that changed most, the largest first and at most so many: what is not finite before what is, of
/// equal ones the first row by row. A cell that did not change is none, rounding apart (10⁻¹² of the largest
/// magnitude), nor one that is NaN before and now.
std::vector<LargeChange> largest_changes(const Difference& difference, std::size_t most);

/// What an experiment lacks of what is to be compared.
enum class Lack { nothing, tokens, stage, head };
Lack lack_of(const Experiment& experiment, StageId stage, HeadIndex head);

} // namespace lab
