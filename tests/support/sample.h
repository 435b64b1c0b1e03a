// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/random_experiments.h"

#include <cstddef>

namespace lab::test {

/// Whether a test that goes through a long list takes the case at `index`: every `step`-th one, or all of
/// them with LAB_EXHAUSTIVE. For lists whose cases differ little and cost much, such as programs to be
/// started.
inline bool in_sample(std::size_t index, std::size_t step) {
    return is_exhaustive || index % step == 0;
}

} // namespace lab::test
