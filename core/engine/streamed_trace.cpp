// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/streamed_trace.h"

#include "core/base/parallel.h"
#include "core/engine/attention_rows.h"
#include "core/engine/pipeline.h"

#include <algorithm>
#include <map>
#include <memory>
#include <thread>

namespace lab {

StreamedTrace::StreamedTrace(const Experiment& experiment, double kept_bytes, Index rows_per_batch)
    : m_experiment(experiment), m_d(dimensions(experiment)), m_rows_per_batch(rows_per_batch),
      m_keeps_query_by_key(keeps_every_head(m_d, kept_bytes)) {
    m_trace.make_room(experiment, m_keeps_query_by_key);
    compute_stages(experiment, m_trace, rows_per_batch,
                   [this](StageId id, HeadIndex head, Index first_row, ConstMatrixRef rows) {
                       m_findings.check(id, head, first_row, rows);
                   });
}

bool StreamedTrace::each_row(StageId id, HeadIndex head, const RowsCallback& on_rows) const {
    if (keeps(id))
        return on_rows(m_trace.stage(id, head));
    Matrix some(rows_at_once(), m_d.n_k);
    for (Index first = 0; first < m_d.n_q; first += some.rows()) {
        const Rows rows{first, std::min(some.rows(), m_d.n_q - first)};
        compute_again(id, head, rows, some.topRows(rows.count));
        if (!on_rows(some.topRows(rows.count)))
            return false;
    }
    return true;
}

bool StreamedTrace::keeps(StageId id) const {
    return m_keeps_query_by_key || !is_query_by_key(info(id));
}

Index StreamedTrace::rows_at_once() const {
    const auto threads = std::max<Index>(std::thread::hardware_concurrency(), 1);
    return std::min(threads * m_rows_per_batch, m_d.n_q);
}

void StreamedRows::read(HeadIndex head, Index first_row, MatrixRef result) {
    if (m_trace.keeps(m_id)) {
        result = m_trace.m_trace.stage(m_id, head).middleRows(first_row, result.rows());
        return;
    }
    for (Index done = 0; done < result.rows();) {
        const Index row = first_row + done;
        if (head != m_head || row < m_at.first || row >= m_at.first + m_at.count) {
            const Index most = m_trace.rows_at_once();
            m_head = head;
            m_at.first = row / most * most;
            m_at.count = std::min(most, m_trace.m_d.n_q - m_at.first);
            m_batch.resize(m_at.count, m_trace.m_d.n_k);
            m_trace.compute_again(m_id, head, m_at, m_batch);
        }
        const Index count = std::min(result.rows() - done, m_at.first + m_at.count - row);
        result.middleRows(done, count) = m_batch.middleRows(row - m_at.first, count);
        done += count;
    }
}

ReadRowsOf StreamedTrace::row_reader() const {
    struct Batch {
        Index first = -1; // none yet
        Matrix rows;
    };
    // The last one requested.
    const auto batches = std::make_shared<std::map<std::pair<StageId, HeadIndex>, Batch>>();
    return [this, batches](StageId id, HeadIndex head, Index row) -> StageRows {
        if (keeps(id))
            return m_trace.stage(id, head);
        Batch& batch = (*batches)[{id, head}];
        if (const Index first = row / m_rows_per_batch * m_rows_per_batch; batch.first != first) {
            batch.first = first;
            batch.rows.resize(std::min(m_rows_per_batch, m_d.n_q - first), m_d.n_k);
            compute_again(id, head, {first, batch.rows.rows()}, batch.rows);
        }
        return {batch.rows, batch.first};
    };
}

void StreamedTrace::compute_again(StageId id, HeadIndex head, Rows rows, MatrixRef result) const {
    double multiplications = 0;
    for (const StageInfo& stage : all_stages()) {
        if (is_query_by_key(stage) && stage.id <= id && has_stage(m_experiment, stage.id))
            multiplications += multiplications_per_cell(m_experiment, m_d, stage.id) *
                               static_cast<double>(rows.count * m_d.n_k);
    }
    const auto read = [this](StageId stage, HeadIndex h, const Block& at) -> ConstMatrixRef {
        return m_trace.stage(stage, h).block(at.row, at.column, at.rows, at.columns);
    };
    parallel_for((rows.count + m_rows_per_batch - 1) / m_rows_per_batch, multiplications, [&](Index i) {
        const Index from = i * m_rows_per_batch;
        const Rows batch{rows.first + from, std::min(m_rows_per_batch, rows.count - from)};
        compute_scores_to_weights(m_experiment, m_d, head, batch, id, read,
                                  [&](StageId stage, ConstMatrixRef numbers) {
                                      if (stage == id)
                                          result.middleRows(from, batch.count) = numbers;
                                  });
    });
}

} // namespace lab
