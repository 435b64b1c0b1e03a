// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a document keeps of a kind of projection that is switched off: `parked` is an object with an entry a
// kind, which has the matrices under the names they have in `projection`, and the heads that they are for.
#pragma once

#include "core/experiment.h"

#include <optional>

namespace lab {

struct InactiveProjection {
    Heads heads;
    Projection projection; ///< the kind, and what it has of its own; W_O as it stood to it
    Dimensions dimensions; ///< the sizes that the matrices have
};

/// What is parked for that kind, which the experiment is not of; where it has no entry, what stands unused in
/// `projection`, where somebody wrote another kind into a file. Nothing where there is nothing, or where it
/// does not fit together.
std::optional<InactiveProjection> parked(const Experiment& experiment, ProjectionKind kind);

/// Parks what the present kind has of its own, in place of what was parked for it, and W_O too where
/// `with_output`. A kind without anything gets no entry.
void park(Experiment& experiment, bool with_output);

/// Forgets what is parked for that kind.
void unpark(Experiment& experiment, ProjectionKind kind);

} // namespace lab
