// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the norm of queries and keys does to the spread of scores.
#pragma once

#include "core/analysis/statistics.h"
#include "core/describe/explanation.h"

#include <optional>

namespace lab {

/// Statistics of a head's scaled scores (n_q, n_k).
struct NormEffect {
    MatrixStatistics without, with;
};

/// The scaled scores as they are, and as they would be without the norm, all else being equal, overrides
/// included. `matrix` must know the head's scaled scores and the inputs, if there are any. nullopt if queries
/// and keys are not normalised.
std::optional<NormEffect> norm_effect(const Experiment& experiment, const StageReader& matrix,
                                      HeadIndex head);

} // namespace lab
