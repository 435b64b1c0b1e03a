// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a number of a parameter does: what it is for, and which cells depend on it.
#pragma once

#include "core/formula.h"
#include "core/said.h"

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
        Said cells;   ///< "feature 2 of every token"
        Source first; ///< one of them
    };
    /// The stages with cells that depend on it, in order of computation.
    std::vector<Affected> affects;
};

/// The experiment must be valid, have tokens and contain the cell.
ParameterExplanation explain(const Experiment& experiment, const ParameterCell& cell);

} // namespace lab
