// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the numbers of a stage differ between two experiments.
#pragma once

#include "core/analysis/alignment.h"

#include <vector>

namespace lab {

/// For the rows and columns that have a partner, in the order of Alignment::pairs. All four matrices are
/// (rows.pairs, columns.pairs).
struct Difference {
    StageAlignment alignment;
    MatrixPtr before,
        now; ///< the compared matrices themselves if everything has its partner in its own place
    /// now − before. Equal numbers, including equal infinities, differ by 0. If either is infinite, so is the
    /// difference; if either is NaN, so is the difference.
    MatrixPtr difference;
    /// −∞ where a cell is hidden both before and now, 0 elsewhere; null for a stage without hidden cells.
    MatrixPtr hidden;
};

/// The numbers of a stage. For attention weights and masked scores, `masked` holds the masked scores, whose
/// −∞ marks hidden cells; null for other stages.
struct StageNumbers {
    MatrixPtr matrix, masked;
};
/// The matrices must have the shapes that `alignment` was made for.
Difference difference_of(const StageNumbers& before, const StageNumbers& now, StageAlignment alignment);

/// A changed cell, by its position in the matrices of a Difference.
struct LargeChange {
    Index row = 0, column = 0;
    bool operator==(const LargeChange&) const = default;
};
/// At most `most` cells with the largest changes, largest first: non-finite before finite, ties in row-major
/// order. Excludes changes within rounding (10⁻¹² of the largest magnitude) and cells that are NaN both
/// before and now.
std::vector<LargeChange> largest_changes(const Difference& difference, std::size_t most);

/// What an experiment lacks for a comparison.
enum class Lack { nothing, tokens, stage, head };
Lack lack_of(const Experiment& experiment, StageId stage, HeadIndex head);

} // namespace lab
