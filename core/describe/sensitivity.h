// SPDX-License-Identifier: GPL-3.0-or-later
//
// How sensitive a computed number is to a parameter, and whether a saturated softmax stands between them.
#pragma once

#include "core/experiment/parameter.h"
#include "core/experiment/said.h"
#include "core/experiment/stage.h"

#include <optional>

namespace lab {

/// A softmax row in which one of several visible keys, or the sink, has a weight of 1 to double precision.
struct Saturation {
    HeadIndex head = 0;
    TokenIndex query = 0;
    std::optional<TokenIndex> key = {}; ///< absent: the sink
    /// An upper bound on the derivative of a weight by a masked score: what is left for the other keys. 0 if
    /// that underflows.
    double gradient = 0;
};
/// For the weights as computed, ignoring overrides.
std::optional<Saturation> saturation_of(const Experiment& experiment, const Matrix& masked_scores,
                                        HeadIndex head, TokenIndex query);
/// "softmax is saturated: “sky” has all of the weight of “blue” to double precision, so that its gradient is
/// practically 0, about 3 × 10⁻²¹⁵".
Said saturation_words(const Experiment& experiment, const Saturation& saturation);

/// The head whose weights alone a cell of the weights or of a later stage is computed from, all of them of
/// the cell's row. nullopt for earlier stages, for what is overridden or dropped, and for an output of
/// several heads.
std::optional<HeadIndex> head_of_one_softmax(const Experiment& experiment, const CellRef& of);

/// Whether a parameter affects weights alone, and the rest through them.
bool makes_weights_alone(ParameterId id);

/// The derivative of a computed cell by each number of a parameter, in the parameter's shape.
struct Sensitivity {
    CellRef of;
    ParameterId by = ParameterId::E;
    Matrix slopes;
    /// Set if the parameter affects the cell through one softmax alone, and that is saturated.
    std::optional<Saturation> saturation;
};

/// Recomputes all stages, so it can run in the background. nullopt if there is not enough memory.
std::optional<Sensitivity> sensitivity_of(const Experiment& experiment, const CellRef& of, ParameterId by);

/// Roughly how many multiplications sensitivity_of() takes.
double multiplications_of_sensitivity(const Experiment& experiment);

} // namespace lab
