// SPDX-License-Identifier: GPL-3.0-or-later
//
// From one kind of projection to another, and back to what was there.
#pragma once

#include "core/experiment.h"

namespace lab {

/// The experiment with another kind of projection. What the old kind had of its own is parked in the
/// document. What the new one had is taken up again, in the sizes of now where those have changed meanwhile;
/// where it had nothing, it begins with what changes the least:
///
///   - `linear` with identity matrices after `identity`, and with seeded ones after `direct`;
///   - `direct` with Q, K and V as they are just computed, before rotation;
///   - `identity` has nothing of its own, but as many groups as heads, and the most heads up to now's that
///     divide d_model. On the way back there are as many as before, unless somebody has changed them since.
///
/// Rows of W_O stay with their head and feature. Overrides of cells that there are no more go.
///
/// Fails where `direct` would have to begin with numbers that are not finite or the matrices would be too
/// large for the machine, the place being "projection", or "sequence" for the stages.
Result<Experiment> with_projection_kind(const Experiment& experiment, ProjectionKind kind);

} // namespace lab
