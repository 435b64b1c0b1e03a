// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes one stage from earlier ones, by calling the functions of core/stages with their operands.
#pragma once

#include "core/experiment/stage.h"

#include <functional>
#include <span>

namespace lab {

/// Returns cells of an earlier stage, as later ones see them.
using ReadStage = std::function<ConstMatrixRef(StageId, HeadIndex, const Block&)>;

/// The stages in order of computation, grouped into steps in which each row needs only the same row of
/// earlier stages.
std::span<const std::span<const StageId>> steps();

/// True for a stage with one number per query and key, whose size grows with the square of the sentence.
inline bool is_query_by_key(const StageInfo& stage) {
    return is_token_axis(stage.rows) && is_token_axis(stage.columns);
}

/// Rows of a step computed at a time: enough for fast matrix products, and few enough to stay in the cache
/// from one stage to the next.
inline constexpr Index rows_at_a_time = 64;

/// Computes the cells `at` of a stage, which must be widened(), and applies overrides.
void evaluate(const Experiment& experiment, const Dimensions& dimensions, StageId stage, HeadIndex head,
              const Block& at, const ReadStage& read, MatrixRef result);

/// The cells that must be computed to obtain `at`: whole rows of weights, the columns of whole heads in the
/// concatenation, whole rows of queries and keys if they are normalised, both columns of each pair if they
/// are rotated.
Block widened(const Experiment& experiment, const Dimensions& dimensions, StageId stage, const Block& at);

/// Roughly how many multiplications a cell of a stage takes, for telling fast from slow.
double multiplications_per_cell(const Experiment& experiment, const Dimensions& dimensions, StageId stage);
inline double multiplications_per_row(const Experiment& experiment, const Dimensions& dimensions,
                                      StageId stage) {
    return multiplications_per_cell(experiment, dimensions, stage) *
           static_cast<double>(length(info(stage).columns, dimensions));
}

} // namespace lab
