// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparison of matrices and experiments, reporting where they differ.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>
#include <string>

namespace lab::test {

/// True if the shapes agree and all numbers have the same bits. NaN equals NaN, and 0 differs from −0.
bool same_bits(const Matrix& a, const Matrix& b);

/// The name of the first difference between two experiments, or nothing if they are equal.
std::optional<std::string> difference(const Experiment& a, const Experiment& b);

/// The first cell of `actual` outside the golden tolerance: the same cells must be non-finite, and |a − b| ≤
/// 1e-9·|b| + 1e-12·(largest magnitude in the matrix).
std::optional<std::string> beyond_tolerance(const Matrix& actual, const Matrix& expected);

/// The same as text, empty where they agree: for QCOMPARE.
inline std::string near(const Matrix& actual, const Matrix& expected) {
    return beyond_tolerance(actual, expected).value_or("");
}

/// The first difference apart from how parameters were made, as text: empty where there is none.
inline std::string difference_but_origin(const Experiment& a, Experiment b) {
    b.origin = a.origin;
    return difference(a, b).value_or("");
}

} // namespace lab::test
