// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/evaluator.h"

#include "core/engine/stage_reads.h"

namespace lab {

void Evaluator::compute(StageId stage, HeadIndex head, const Block& at, MatrixRef result) const {
    Matrix computed; // of the stage that is read and not kept
    const ReadStage read = [&](StageId earlier, HeadIndex its, const Block& cells) -> ConstMatrixRef {
        if (const std::optional<StageRows> kept = m_kept(earlier, its))
            return kept->block(cells);
        const Block all = widened(m_experiment, m_d, earlier, cells);
        computed.resize(all.rows, all.columns);
        compute(earlier, its, all, computed);
        return computed.block(cells.row - all.row, cells.column - all.column, cells.rows, cells.columns);
    };
    evaluate(m_experiment, m_d, stage, head, at, read, result);
    if (m_on_rows)
        m_on_rows(stage, head, at.row, result);
}

void Evaluator::compute_rows(StageId stage, HeadIndex head, Rows rows, Index rows_per_batch,
                             MatrixRef result) const {
    const double multiplications = multiplications_per_row(stage, head) * static_cast<double>(rows.count);
    for_each_batch(1, rows, rows_per_batch, multiplications, [&](HeadIndex, Rows some) {
        compute(stage, head, {some.first, 0, some.count, result.cols()},
                result.middleRows(some.first - rows.first, some.count));
    });
}

/// With what is computed on the way to the row.
double Evaluator::multiplications_per_row(StageId stage, HeadIndex head) const {
    double sum = lab::multiplications_per_row(m_experiment, m_d, stage);
    for_each_read(m_experiment, stage, head, [&](const StageRead& read) {
        if (!m_kept(read.earlier, read.earlier_head))
            sum += multiplications_per_row(read.earlier, read.earlier_head);
    });
    return sum;
}

} // namespace lab
