// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far a number changes while it is dragged sideways.
#pragma once

#include <Qt>

namespace lab {

/// The change of a number per pixel of dragging: 1, 2 or 5 times a power of ten, near a fiftieth of the
/// number or of the largest one in its matrix, so that a hand's breadth changes what can be seen.
double scrubStep(double value, double magnitude);
/// The number that many pixels further on, without the dust that adding binary fractions leaves. Shift makes
/// it finer, Ctrl coarser.
double scrubbed(double start, double step, double pixels, Qt::KeyboardModifiers modifiers);

/// The number without the dust that adding binary fractions leaves, six digits below the step.
double withoutDust(double value, double step);

} // namespace lab
