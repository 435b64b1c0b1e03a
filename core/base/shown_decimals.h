// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many decimals cards show: for drawing them, and for judging what was computed from them by hand.
#pragma once

#include <optional>

namespace lab {

/// How many decimals the numbers of a matrix have on a card, given its largest magnitude: the chosen ones, if
/// any, else about three. `brief`: no more than about two, where there is no room for more.
int shown_decimals(std::optional<int> chosen, double largest, bool brief);

} // namespace lab
