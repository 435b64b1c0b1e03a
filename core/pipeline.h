// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole computation at once: what the command line prints and what tests compare with.
#pragma once

#include "core/trace.h"

namespace lab {

/// Computes every stage. Fails with the first problem that validate() finds, and where a
/// sequence is empty.
Result<Trace> compute(const Experiment& experiment);

/// The same into a trace of before, whose memory is used again.
std::optional<Error> compute(const Experiment& experiment, Trace& trace);

} // namespace lab
