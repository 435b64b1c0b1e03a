// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that are covered with "?": who looks at them is to find them out.
//
// A covered number is replaced by a NaN with a payload of its own before anything sees it. IEEE 754 passes
// the payload on, so a sum or a mean with a covered number is covered, too. It is written "?" wherever
// numbers are written (core/base/number_format.h); a processor that drops payloads would make it "NaN", which
// gives nothing away either.
#pragma once

#include "core/base/types.h"

namespace lab {

/// What stands in place of a covered number.
double covered_number();
bool is_covered(double value);
/// Whether any of the numbers is covered. Nobody may save such a matrix as numbers.
bool has_covered(const ConstMatrixRef& matrix);

} // namespace lab
