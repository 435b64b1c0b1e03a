// SPDX-License-Identifier: GPL-3.0-or-later
//
// A number that is dragged sideways.
#pragma once

#include <Qt>

#include <optional>

namespace lab {

class Theme;

/// The change of a number per pixel of dragging: 1, 2 or 5 times a power of ten, near a fiftieth of the
/// number or of the largest one in its matrix. A short drag then makes a visible change.
double scrubStep(double value, double magnitude);
/// The number after dragging by `pixels`, without binary floating-point noise. Shift makes the step ten times
/// finer, Ctrl ten times coarser.
double scrubbed(double start, double step, double pixels, Qt::KeyboardModifiers modifiers);

/// Rounds away binary floating-point noise, six digits below the step.
double withoutRoundingNoise(double value, double step);

/// One drag of a number, from the press on. Coordinates are along the drag, in pixels.
class NumberDrag {
public:
    /// The number is `value` when it is pressed at `at`; `step`: its change per pixel at 100 %.
    NumberDrag(double value, double step, double at, const Theme& theme);

    bool isMoving() const { return m_moving; }
    /// The number with the pointer at `at`; nullopt before the drag is long enough to be one, and beyond the
    /// range of a double. `current` is what the number is now: if the scale has changed since, the drag goes
    /// on from it, because lengths are others then.
    std::optional<double> movedTo(double at, double current, Qt::KeyboardModifiers modifiers);

private:
    const Theme* m_theme;
    double m_start, m_step, m_from;
    int m_scale; // per cent
    bool m_moving = false;
};

} // namespace lab
