// SPDX-License-Identifier: GPL-3.0-or-later
//
// One stage from those before it: what calls the functions of core/stages, with the operands that each reads.
#pragma once

#include "core/stage.h"

#include <functional>
#include <span>

namespace lab {

/// Returns cells of an earlier stage, as later ones see them.
using ReadStage = std::function<ConstMatrixRef(StageId, HeadIndex, const Block&)>;

/// The stages in the order of the computation, put together where each row needs only the same row of those
/// before it in the same group.
std::span<const std::span<const StageId>> steps();

/// The steps from queries, keys and values to a head's output; all but the last are one number for each query
/// and key.
std::span<const StageId> attention_steps();

/// How many rows of a step are computed at a time: enough for matrix products to be quick, and few enough to
/// stay in the cache from one stage to the next.
inline constexpr Index rows_at_a_time = 64;

/// Computes the cells `at` of a stage, which are widened() ones. What is fixed by hand is in place
/// afterwards.
void evaluate(const Experiment& experiment, const Dimensions& dimensions, StageId stage, HeadIndex head,
              const Block& at, const ReadStage& read, MatrixRef result);

/// The cells that have to be computed where those are wanted: whole rows of weights, the columns of whole
/// heads in the concatenation, both of a pair where queries and keys are rotated.
Block widened(const Experiment& experiment, const Dimensions& dimensions, StageId stage, const Block& at);

/// Roughly how many multiplications a cell of a stage takes; for telling what is quick from what is not.
double multiplications_per_cell(const Experiment& experiment, const Dimensions& dimensions, StageId stage);

} // namespace lab
