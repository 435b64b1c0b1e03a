// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole computation at once: what the command line prints and what tests compare with.
#pragma once

#include "core/evaluate.h"
#include "core/trace.h"

namespace lab {

/// Computes every stage. Fails with the first problem that validate() finds, and where a
/// sequence is empty.
Result<Trace> compute(const Experiment& experiment);

/// The same into a trace of before, whose memory is used again.
std::optional<Error> compute(const Experiment& experiment, Trace& trace);

/// Is shown some rows of a stage, of which `first_row` is the first.
using SeeRows = std::function<void(StageId, HeadIndex, Index first_row, ConstMatrixRef rows)>;

/// Computes the stages of an experiment that is free of problems and has tokens, `part` rows of a
/// step after another. Those of n_q × n_k numbers for which the trace has no room are gone once the rows that
/// depend on them are there. What is computed is shown, from several threads, where somebody wants it.
void compute_stages(const Experiment& experiment, Trace& trace, Index part, const SeeRows& see);

} // namespace lab
