// SPDX-License-Identifier: GPL-3.0-or-later
//
// Switching from one kind of projection to another, and back to the previous parameters.
#pragma once

#include "core/experiment/experiment.h"

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

} // namespace lab
