// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a number of a parameter does: what it is for, and which cells can change with it.
#pragma once

#include "core/describe/formula.h"
#include "core/experiment/said.h"

#include <string>
#include <vector>

namespace lab {

struct ParameterExplanation {
    ParameterCell cell;
    double value = 0;
    std::string title; ///< "Query weights"
    Formula name;      ///< (W_Q)_1,2
    Said words;        ///< what it is for: "how much feature 1 of a token counts for feature 2 of its query"
    struct Affected {
        Said stage;   ///< "Queries, head 2"
        Said cells;   ///< "feature 2 of every token": see cells_in_words.h
        Source first; ///< one of them
    };
    /// The stages with cells that can change with it alone, in order of computation: see dependent_cells.h.
    std::vector<Affected> affects;
    bool reaches_output = false; ///< whether cells of the output are among them
};

/// The experiment must be valid, have tokens and contain the cell.
ParameterExplanation explain(const Experiment& experiment, const ParameterCell& cell);

} // namespace lab
