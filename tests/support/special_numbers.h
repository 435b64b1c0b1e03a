// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace lab::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

} // namespace lab::test
