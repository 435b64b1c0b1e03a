// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole computation at once: for the command line's output, and as the reference in tests.
#pragma once

#include "core/engine/evaluator.h"
#include "core/engine/trace.h"

namespace lab {

/// Computes every stage. Fails with the first problem that validate() finds, or if a sequence is empty.
Result<Trace> compute(const Experiment& experiment);

/// The same into an existing trace, whose memory is reused.
std::optional<Error> compute(const Experiment& experiment, Trace& trace);

/// Computes the stages of a valid experiment with tokens, `rows_per_batch` rows of a step at a time. Stages
/// that the trace has no room for are discarded once the rows that depend on them are computed. `on_rows`,
/// unless it is empty, receives the rows of every stage, from several threads.
void compute_stages(const Experiment& experiment, Trace& trace, Index rows_per_batch,
                    const HeadRowsCallback& on_rows);

} // namespace lab
