// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where things stand on the pages of a handout.
#pragma once

namespace lab {

// Points.
inline constexpr double handoutMargin = 34;
inline constexpr double footerHeight = 14;
inline constexpr double writtenLine = 24; ///< from one line to write on to the next
// Theme's points.
inline constexpr double betweenBlocks = 14;
inline constexpr double betweenColumns = 24;
inline constexpr double belowHeading = 5;
inline constexpr double aboveStep = 12;

} // namespace lab
