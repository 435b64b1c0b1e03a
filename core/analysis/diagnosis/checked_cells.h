// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which of somebody's numbers are those of a stage, cell by cell.
#pragma once

#include "core/analysis/agreement.h"
#include "core/analysis/diagnosis/mistakes.h"
#include "core/io/printed_array.h"

#include <optional>
#include <vector>

namespace lab {

struct CheckedCells {
    Matrix expected;         ///< the stage's numbers; of several heads, those of all below each other
    std::vector<bool> right; ///< row by row, as in `expected`

    bool is_right(Index row, Index column) const {
        return right[static_cast<std::size_t>(row * expected.cols() + column)];
    }
};

/// Compares each number with the stage's, as judge() does; an array with heads with all heads. The
/// experiment must be valid, have tokens, and the stage and head asked for. nullopt if the shapes differ.
std::optional<CheckedCells> checked_cells(const Experiment& experiment, const Asked& asked,
                                          const PrintedArray& given);

} // namespace lab
