// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters of projection kinds that are inactive: Experiment::inactive_projections.
#pragma once

#include "core/edits/qk_norm.h"

#include <optional>

namespace lab {

/// Inactive parameters that fit together.
struct FittingProjection {
    Heads heads;
    Projection projection; ///< the kind and its own parameters; W_O as it was with them
    Dimensions dimensions; ///< the sizes of the matrices
};

/// The inactive parameters of that kind, which must not be the experiment's own. Without an entry, falls
/// back to unused matrices in `projection`, as in a file whose kind was changed by hand. nullopt if there are
/// none or they do not fit together.
std::optional<FittingProjection> inactive_projection(const Experiment& experiment, ProjectionKind kind);

/// Moves the present kind's own parameters into its entry, replacing what is there, and copies W_O too if
/// `with_output`, and the gains if `with_gains`. A kind without parameters gets no entry.
void deactivate_projection(Experiment& experiment, bool with_output, bool with_gains);
/// The gains as they were with that kind; null where none were copied.
Gains inactive_gains(const Experiment& experiment, ProjectionKind kind);

/// Removes the entry of that kind.
void remove_inactive_projection(Experiment& experiment, ProjectionKind kind);

} // namespace lab
