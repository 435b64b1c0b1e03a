// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large the terms are that every number of a computation is summed from: what its rounding is measured
// by.
#pragma once

#include "core/trace.h"

namespace lab::test {

/// For each cell of each stage the sum of the magnitudes of its terms, the terms of the terms included: two
/// ways to compute the cell that differ in the order of additions alone differ by a small multiple of it.
Trace magnitudes(const Experiment& experiment, const Trace& trace);

/// Whether all numbers of a stage are those expected: not finite where these are not, and elsewhere within
/// 1e−12 of the magnitude of their terms. If not, where and how.
std::optional<std::string> beyond_rounding(const Matrix& actual, const Matrix& expected,
                                           const Matrix& magnitudes);

} // namespace lab::test
