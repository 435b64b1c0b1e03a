// SPDX-License-Identifier: GPL-3.0-or-later
//
// From queries, keys and values to a head's output, some rows at a time, so that memory grows linearly with
// the sentence rather than with its square.
#pragma once

#include "core/engine/evaluate.h"

namespace lab {

/// True for a stage with one number per query and key, whose size grows with the square of the sentence.
inline bool is_query_by_key(const StageInfo& stage) {
    return is_token_axis(stage.rows) && is_token_axis(stage.columns);
}

/// Receives some rows of a stage.
using StageRowsCallback = std::function<void(StageId, ConstMatrixRef)>;

/// Computes some rows of a head from its scores up to the stage `last`, at most weights_in_use(), using
/// memory for these rows alone: each stage is shown, then overwritten by the next. `read` provides queries
/// and keys.
void compute_scores_to_weights(const Experiment& experiment, const Dimensions& dimensions, HeadIndex head,
                               Rows rows, StageId last, const ReadStage& read,
                               const StageRowsCallback& on_rows);

/// Computes the cells `at` of a head's output in the same way, from its queries, keys and values. Shows the
/// intermediate stages if `on_rows` is set.
void attend(const Experiment& experiment, const Dimensions& dimensions, HeadIndex head, const Block& at,
            const ReadStage& read, MatrixRef result, const StageRowsCallback& on_rows = {});

} // namespace lab
