// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/random_experiments.h"

#include <cstddef>

namespace lab::test {

/// Whether a test that goes through a long list takes the case at `index`: every `step`-th one, in debug
/// builds a third of those, with LAB_EXHAUSTIVE all of them. For lists whose cases differ little and cost
/// much, such as programs to be started.
inline bool in_sample(std::size_t index, std::size_t step) {
    return is_exhaustive || index % (is_optimised ? step : 3 * step) == 0;
}

} // namespace lab::test
