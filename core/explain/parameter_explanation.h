// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a number of a parameter does: which cells are computed from it, and how much one of them changes with
// it.
#pragma once

#include "core/formula.h"

#include <string>
#include <vector>

namespace lab {

struct ParameterExplanation {
    ParameterCell cell;
    double value = 0;
    std::string title; ///< "Query weights"
    Formula name;      ///< (W_Q)_1,2
    std::string words; ///< what it is for: "how much feature 1 of a token counts for feature 2 of its query"
    struct Reached {
        std::string stage; ///< "Queries, head 2"
        std::string cells; ///< "feature 2 of every token"
        Source first;      ///< one of them
    };
    /// The stages that have cells computed from it, in the order of the computation.
    std::vector<Reached> reaches;
};

/// The experiment is free of problems and has tokens; the cell is in it.
ParameterExplanation explain(const Experiment& experiment, const ParameterCell& cell);

/// How much a computed cell changes with each number of a parameter, by a matrix of its shape.
struct Sensitivity {
    CellRef of;
    ParameterId by = ParameterId::E;
    Matrix slopes;
};

/// Computes all stages anew, so that it can be done wherever there is time. Empty where it takes more memory
/// than there is.
std::optional<Sensitivity> sensitivity_of(const Experiment& experiment, const CellRef& of, ParameterId by);

/// Roughly how many multiplications that takes.
double multiplications_of_sensitivity(const Experiment& experiment);

} // namespace lab
