// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looks for covered numbers in texts.
#pragma once

#include "core/base/covered.h"
#include "core/base/number_format.h"

#include <cmath>
#include <string>

namespace lab::test {

/// What any text contains that shows this number with five decimals or more, its sign left out; empty for a
/// number that other numbers may be taken for.
inline std::string trace_of(double number) {
    if (!std::isfinite(number) || std::abs(number) < 1e-3 || shortest(number).size() < 12)
        return {};
    const std::string text = display(std::abs(number), 9);
    const std::size_t point = text.find('.');
    return point == std::string::npos ? text : text.substr(0, point + 6); // not rounded
}

} // namespace lab::test
