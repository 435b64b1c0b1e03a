// SPDX-License-Identifier: GPL-3.0-or-later
//
// Switching from one kind of projection to another, and back to the previous parameters, which are inactive
// meanwhile: Experiment::inactive_projections.
#pragma once

#include "core/edits/qk_norm.h"

#include <optional>

namespace lab {

/// The experiment with another kind of projection. The old kind's own parameters stay in the document,
/// inactive. Inactive parameters of the new kind are restored, resized if the sizes have changed since. If
/// there are none, it starts with what changes the least:
///
///   - `linear` with identity matrices after `identity`, and with seeded ones after `direct`;
///   - `direct` with Q, K and V as currently computed, before rotation;
///   - `identity` has no parameters of its own, but as many groups as heads, and the largest number of heads
///     up to the present one that divides d_model. Switching back restores the old number, unless the user
///     has changed it since.
///
/// Rows of W_O stay with their head and feature. Overrides of cells that no longer exist are dropped.
///
/// Fails if `direct` would start with numbers that are not finite or the matrices would be too large for the
/// machine. The place is "projection", or "sequence" for the stages.
Result<Experiment> with_projection_kind(const Experiment& experiment, ProjectionKind kind);

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
