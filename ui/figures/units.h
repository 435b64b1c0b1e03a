// SPDX-License-Identifier: GPL-3.0-or-later
//
// The points of figures: 72 to the inch.
#pragma once

namespace lab {

inline constexpr double pointsPerInch = 72;
inline constexpr double pointsPerMillimetre = pointsPerInch / 25.4;

} // namespace lab
