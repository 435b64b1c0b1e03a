// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saved parameters of projection kinds that are switched off. `parked` is an object with one entry per kind,
// which has the matrices under their names in `projection` and the heads they belong to.
#pragma once

#include "core/experiment.h"

#include <optional>

namespace lab {

struct InactiveProjection {
    Heads heads;
    Projection projection; ///< the kind and its own parameters; W_O as saved with them
    Dimensions dimensions; ///< the sizes of the matrices
};

/// The parameters saved for that kind, which must not be the experiment's own. Without a saved entry, falls
/// back to unused matrices in `projection`, as in a file whose kind was changed by hand. nullopt if there are
/// none or they do not fit together.
std::optional<InactiveProjection> parked(const Experiment& experiment, ProjectionKind kind);

/// Moves the present kind's own parameters into `parked`, replacing its entry, and copies W_O too if
/// `with_output`. A kind without parameters gets no entry.
void park(Experiment& experiment, bool with_output);

/// Removes the saved entry of that kind.
void unpark(Experiment& experiment, ProjectionKind kind);

} // namespace lab
