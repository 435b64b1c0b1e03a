// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace lab {

/// Which numbers a pasted matrix may hold.
enum class PastedNumbers { finite, finite_or_minus_infinity, any };

inline bool may_hold(PastedNumbers allowed, double number) {
    return std::isfinite(number) || allowed == PastedNumbers::any ||
           (allowed == PastedNumbers::finite_or_minus_infinity && std::isinf(number) && number < 0);
}

} // namespace lab
