// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes stages from those that are kept, some rows at a time. What is kept, each trace decides itself.
#pragma once

#include "core/base/parallel.h"
#include "core/engine/evaluate.h"
#include "core/engine/stage_rows.h"

#include <algorithm>
#include <optional>

namespace lab {

/// Returns the rows that are kept of a stage; nullopt if there are none.
using FindKept = std::function<std::optional<StageRows>(StageId, HeadIndex)>;

/// Receives some rows of a stage, starting with `first_row`.
using HeadRowsCallback = std::function<void(StageId, HeadIndex, Index first_row, ConstMatrixRef rows)>;

/// May be used by several threads at once, if `kept` and `on_rows` may. Of what a stage reads, at most one
/// may not be kept, as is so if stages are kept but for those of n_q × n_k numbers.
class Evaluator {
public:
    /// `on_rows` receives whatever is computed, also on the way to what is asked for. The experiment and the
    /// dimensions must outlive this.
    Evaluator(const Experiment& experiment, const Dimensions& dimensions, FindKept kept,
              HeadRowsCallback on_rows = {})
        : m_experiment(experiment), m_d(dimensions), m_kept(std::move(kept)), m_on_rows(std::move(on_rows)) {}

    /// Computes cells of a stage, which must be widened(). Of a stage on the way to them that is not kept,
    /// the cells that are read are computed first, and then forgotten.
    void compute(StageId stage, HeadIndex head, const Block& at, MatrixRef result) const;
    /// Computes whole rows, in batches of `rows_per_batch`.
    void compute_rows(StageId stage, HeadIndex head, Rows rows, Index rows_per_batch, MatrixRef result) const;

private:
    double multiplications_per_row(StageId stage, HeadIndex head) const;

    const Experiment& m_experiment;
    const Dimensions& m_d;
    FindKept m_kept;
    HeadRowsCallback m_on_rows;
};

/// Calls work(head, rows) for batches of these rows of so many heads. Several threads take part if
/// `multiplications`, what all of it takes, is worth that.
template<class Work>
void for_each_batch(HeadIndex heads, Rows rows, Index rows_per_batch, double multiplications,
                    const Work& work) {
    const Index batches = (rows.count + rows_per_batch - 1) / rows_per_batch;
    parallel_for(heads * batches, multiplications, [&](Index i) {
        const Index from = i % batches * rows_per_batch;
        work(i / batches, Rows{rows.first + from, std::min(rows_per_batch, rows.count - from)});
    });
}

} // namespace lab
