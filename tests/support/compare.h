// SPDX-License-Identifier: GPL-3.0-or-later
//
// When two things are the same, and if not, where they differ.
#pragma once

#include "core/experiment.h"

#include <optional>
#include <string>

namespace lab::test {

/// True where shapes agree and every number has the same bits (a NaN is like a NaN, 0 is not −0).
bool same_bits(const Matrix& a, const Matrix& b);

/// The first thing in which two experiments differ, by name; nothing where they are the same.
std::optional<std::string> difference(const Experiment& a, const Experiment& b);

/// The first cell of `actual` that breaks the tolerance that golden results have to meet: the same cells that
/// are not finite, and |a − b| ≤ 1e-9·|b| + 1e-12·(largest magnitude in the matrix).
std::optional<std::string> beyond_tolerance(const Matrix& actual, const Matrix& expected);

} // namespace lab::test
