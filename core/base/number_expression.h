// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers typed as arithmetic: "0.498596*2", "sqrt(2)/3".
#pragma once

#include "core/base/types.h"

#include <string_view>

namespace lab {

/// Reads a number as read_typed_number() does, or arithmetic that gives one, of finite numbers in C format:
///
///   - + and −, * and / (also × and ·) from left to right, then ^ (also **) from right to left. A sign before
///     a power is applied after it: −2^2 is −4. No more than one sign stands before a number;
///   - parentheses, sqrt (also √), exp and log (the natural one) of what is in parentheses, pi (also π) and
///   e.
///
/// The error's place is "character 3", counted in code points, where reading had to stop: at what cannot
/// stand there, or at the operator or function whose value is not a finite number.
Result<double> read_number_expression(std::string_view text);

} // namespace lab
