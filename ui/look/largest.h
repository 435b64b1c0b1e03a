// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large something may be so that it fits.
#pragma once

#include <algorithm>
#include <optional>

namespace lab {

/// The largest whole number from `least` to `most` that `fits`, by halving: what is less than a number that
/// fits must fit, too. `least` is not asked, and is the answer if nothing larger fits. Each try may cost
/// much, so they begin around `likely`, if that is given.
template<class Number, class Fits>
Number largest(Number least, Number most, const Fits& fits, std::optional<Number> likely = {}) {
    constexpr int triesNearby = 3;
    Number good = least, bad = most + 1;
    for (int tries = 0; bad - good > 1; ++tries) {
        const Number half = good + (bad - good) / 2;
        const Number next =
            likely && tries < triesNearby ? std::clamp<Number>(*likely, good + 1, bad - 1) : half;
        (fits(next) ? good : bad) = next;
    }
    return good;
}

} // namespace lab
