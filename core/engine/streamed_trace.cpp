// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/streamed_trace.h"

#include "core/engine/pipeline.h"

#include <algorithm>
#include <map>
#include <memory>

namespace lab {

StreamedTrace::StreamedTrace(const Experiment& experiment, double kept_bytes, Index rows_per_batch)
    : m_experiment(experiment), m_d(dimensions(experiment)), m_rows_per_batch(rows_per_batch),
      m_keeps_query_by_key(keeps_every_head(m_d, kept_bytes)), m_evaluator(experiment, m_d, m_trace.kept()) {
    m_trace.make_room(experiment, m_keeps_query_by_key);
    compute_stages(experiment, m_trace, rows_per_batch,
                   [this](StageId id, HeadIndex head, Index first_row, ConstMatrixRef rows) {
                       m_findings.check(id, head, first_row, rows);
                   });
}

bool StreamedTrace::each_row(StageId id, HeadIndex head, const RowsCallback& on_rows) const {
    if (keeps(id))
        return on_rows(m_trace.stage(id, head));
    Recomputed last;
    for (Index first = 0; first < m_d.n_q; first += last.rows.rows()) {
        if (!on_rows(rows_around(id, head, first, rows_at_once(), last).numbers()))
            return false;
    }
    return true;
}

bool StreamedTrace::keeps(StageId id) const {
    return m_keeps_query_by_key || !is_query_by_key(info(id));
}

Index StreamedTrace::rows_at_once() const {
    return std::min(core_count() * m_rows_per_batch, m_d.n_q);
}

StageRows StreamedTrace::rows_around(StageId id, HeadIndex head, Index row, Index count,
                                     Recomputed& last) const {
    if (keeps(id))
        return m_trace.stage(id, head);
    const Index first = row / count * count;
    if (last.rows.size() == 0 || last.head != head || last.first != first) {
        last.head = head;
        last.first = first;
        last.rows.resize(std::min(count, m_d.n_q - first), m_d.n_k);
        m_evaluator.compute_rows(id, head, {first, last.rows.rows()}, m_rows_per_batch, last.rows);
    }
    return {last.rows, last.first};
}

ReadRowsOf StreamedTrace::row_reader() const {
    const auto last = std::make_shared<std::map<std::pair<StageId, HeadIndex>, Recomputed>>();
    return [this, last](StageId id, HeadIndex head, Index row) {
        return rows_around(id, head, row, m_rows_per_batch, (*last)[{id, head}]);
    };
}

void StreamedRows::read(HeadIndex head, Index first_row, MatrixRef result) {
    for (Index done = 0; done < result.rows();) {
        const Index row = first_row + done;
        const StageRows some = m_trace.rows_around(m_id, head, row, m_trace.rows_at_once(), m_last);
        const Index count = std::min(result.rows() - done, some.first_row() + some.numbers().rows() - row);
        result.middleRows(done, count) = some.block({row, 0, count, result.cols()});
        done += count;
    }
}

} // namespace lab
