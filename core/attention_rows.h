// SPDX-License-Identifier: GPL-3.0-or-later
//
// From queries, keys and values to a head's output, some rows at a time: memory grows with the sentence and
// not with its square.
#pragma once

#include "core/evaluate.h"

namespace lab {

/// True for a stage with one number for each query and key, which grows with the square of the sentence.
inline bool is_square(const StageInfo& stage) {
    return is_token_axis(stage.rows) && is_token_axis(stage.columns);
}

/// Is shown some rows of a stage.
using ShowRows = std::function<void(StageId, ConstMatrixRef)>;

/// Computes some rows of a head from its scores to the stage `last`, weights at most, in memory for these
/// rows alone: each stage is shown, and then the next takes its place. `read` gives queries and keys.
void compare_tokens(const Experiment& experiment, const Dimensions& dimensions, HeadIndex head, Rows rows,
                    StageId last, const ReadStage& read, const ShowRows& show);

/// Computes the cells `at` of a head's output in the same way, from its queries, keys and values. What leads
/// to them is shown as it passes, where somebody wants it.
void attend(const Experiment& experiment, const Dimensions& dimensions, HeadIndex head, const Block& at,
            const ReadStage& read, MatrixRef result, const ShowRows& show = {});

} // namespace lab
