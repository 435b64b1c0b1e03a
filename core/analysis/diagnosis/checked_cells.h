// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which of somebody's numbers are those of a stage, cell by cell.
#pragma once

#include "core/analysis/agreement.h"
#include "core/analysis/diagnosis/claim.h"
#include "core/io/printed_array.h"

#include <optional>
#include <utility>
#include <vector>

namespace lab {

/// Rows and columns are those in which the numbers were given; with heads, all below each other.
struct CheckedCells {
    enum class Cell { not_compared, right, wrong };

    Matrix expected; ///< what stands in the stage; 0 where nothing is compared
    std::vector<Cell> cells;
    /// The first cell that the mistake does not explain which explains most.
    std::optional<std::pair<Index, Index>> first_other;

    Cell at(Index row, Index column) const {
        return cells[static_cast<std::size_t>(row * expected.cols() + column)];
    }
};

/// Compares each number with the stage's as they stand; an array with heads with all heads. The experiment
/// must be valid, have tokens, and the stage and head asked for. nullopt if the shapes differ.
std::optional<CheckedCells> checked_cells(const Experiment& experiment, const Asked& asked,
                                          const PrintedArray& given);

/// The same, read as judge() has read the numbers of which the diagnosis is. Numbers of an array that are not
/// of the stage, as the keys beside queries, are not compared.
std::optional<CheckedCells> checked_cells(const Experiment& experiment, const PrintedArray& given,
                                          const Diagnosis& diagnosis);

} // namespace lab
