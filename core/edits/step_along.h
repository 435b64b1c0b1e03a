// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moves all parameters together along a direction, such as a gradient.
#pragma once

#include "core/engine/backward.h"

namespace lab {

/// The experiment with its parameters moved by length · direction / |direction|, where |direction| is
/// `norm`, the Euclidean length over all of them. Numbers whose direction is 0 stay to the bit. All must be
/// finite, `norm` above 0. Fails where a parameter would not be finite.
Result<Experiment> step_along(const Experiment& experiment, const Gradients& direction, double norm,
                              double length);

} // namespace lab
