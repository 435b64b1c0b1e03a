// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much a number changes while it is dragged sideways.
#pragma once

#include <Qt>

namespace lab {

/// The change of a number per pixel of dragging: 1, 2 or 5 times a power of ten, near a fiftieth of the
/// number or of the largest one in its matrix. A short drag then makes a visible change.
double scrubStep(double value, double magnitude);
/// The number after dragging by `pixels`, without binary floating-point noise. Shift makes the step ten times
/// finer, Ctrl ten times coarser.
double scrubbed(double start, double step, double pixels, Qt::KeyboardModifiers modifiers);

/// Rounds away binary floating-point noise, six digits below the step.
double withoutRoundingNoise(double value, double step);

} // namespace lab
