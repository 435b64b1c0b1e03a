// SPDX-License-Identifier: GPL-3.0-or-later
//
// The magnitudes of the terms that each number is summed from, used as the scale of its rounding error.
#pragma once

#include "core/engine/trace.h"

namespace lab::test {

/// For each cell of each stage, the sum of the magnitudes of its terms, including nested terms. Computations
/// of the cell that differ only in summation order differ by a small multiple of it.
Trace magnitudes(const Experiment& experiment, const Trace& trace);

/// Compares all numbers of a stage: not finite in the same cells, and otherwise within 1e−12 of the magnitude
/// of their terms. Returns the first mismatch.
std::optional<std::string> beyond_rounding(const Matrix& actual, const Matrix& expected,
                                           const Matrix& magnitudes);

} // namespace lab::test
