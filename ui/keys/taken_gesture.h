// SPDX-License-Identifier: GPL-3.0-or-later
//
// A gesture of the mouse that has been taken away: its widget was hidden, or its window left.
#pragma once

#include <QMouseEvent>

namespace lab {

/// The position of a release that was made up: outside every widget, even after it is mapped to other
/// widgets' coordinates.
inline constexpr QPointF nowhere(-100'000, -100'000);

/// Whether no button was really released: the gesture was taken away. A gesture whose result depends on where
/// the pointer is must then have none.
inline bool isTakenAway(const QMouseEvent& release) {
    return release.globalPosition() == nowhere;
}

} // namespace lab
