// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a number of a parameter does: which cells are computed from it, and how much one of them changes with
// it.
#pragma once

#include "core/formula.h"

#include <optional>
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

/// Of a row in which one of several visible keys has a weight of 1 to double precision, by a softmax.
struct Saturation {
    HeadIndex head = 0;
    TokenIndex query = 0, key = 0;
    /// By how much a weight still changes with a masked score, at most: what is left for the other keys; 0
    /// where that is less than a double can hold.
    double gradient = 0;
};
/// Of the weights as they are computed, whatever is fixed by hand.
std::optional<Saturation> saturation_of(const Experiment& experiment, const Matrix& masked_scores,
                                        HeadIndex head, TokenIndex query);
/// "softmax is saturated: “sky” has all of the weight of “blue” to double precision, so that its gradient is
/// practically 0, about 3 × 10⁻²¹⁵".
std::string saturation_text(const Experiment& experiment, const Saturation& saturation);

/// How much a computed cell changes with each number of a parameter, by a matrix of its shape.
struct Sensitivity {
    CellRef of;
    ParameterId by = ParameterId::E;
    Matrix slopes;
    /// Where the parameter acts on the cell through one softmax alone, and that is saturated.
    std::optional<Saturation> saturation;
};

/// Computes all stages anew, so that it can be done wherever there is time. Empty where it takes more memory
/// than there is.
std::optional<Sensitivity> sensitivity_of(const Experiment& experiment, const CellRef& of, ParameterId by);

/// Roughly how many multiplications that takes.
double multiplications_of_sensitivity(const Experiment& experiment);

} // namespace lab
