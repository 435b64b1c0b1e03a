// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/attention_rows.h"

namespace lab {

void compute_scores_to_weights(const Experiment& experiment, const Dimensions& d, HeadIndex head, Rows rows,
                               StageId last, const ReadStage& read, const StageRowsCallback& on_rows) {
    Matrix before, after;
    for (const StageId id : attention_steps()) {
        if (!has_stage(experiment, id))
            continue;
        after.resize(rows.count, d.n_k);
        evaluate(
            experiment, d, id, head, {rows.first, 0, rows.count, d.n_k},
            [&](StageId other, HeadIndex h, const Block& at) -> ConstMatrixRef {
                return is_query_by_key(info(other)) ? ConstMatrixRef(before) : read(other, h, at);
            },
            after);
        on_rows(id, after);
        if (id == last)
            return;
        std::swap(before, after);
    }
}

void attend(const Experiment& experiment, const Dimensions& d, HeadIndex head, const Block& at,
            const ReadStage& read, MatrixRef result, const StageRowsCallback& on_rows) {
    const StageId weights = weights_in_use(experiment);
    const auto take = [&](StageId id, ConstMatrixRef numbers) {
        if (on_rows)
            on_rows(id, numbers);
        if (id != weights)
            return;
        evaluate(
            experiment, d, StageId::head_outputs, head, at,
            [&](StageId other, HeadIndex h, const Block& block) -> ConstMatrixRef {
                return other == weights ? numbers : read(other, h, block);
            },
            result);
    };
    compute_scores_to_weights(experiment, d, head, {at.row, at.rows}, weights, read, take);
}

} // namespace lab
