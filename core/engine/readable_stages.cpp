// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/readable_stages.h"

#include "core/engine/stage_reads.h"

#include <algorithm>

namespace lab {

ReadableStages::ReadableStages(const Experiment& experiment, FindKept kept)
    : m_experiment(experiment), m_d(lab::dimensions(experiment)), m_kept(std::move(kept)), m_computed(m_d.H),
      m_evaluator(experiment, m_d, [this](StageId id, HeadIndex head) { return this->kept(id, head); }) {}

std::optional<StageRows> ReadableStages::kept(StageId id, HeadIndex head) const {
    if (std::optional<StageRows> rows = m_kept(id, head))
        return rows;
    const Matrix& computed = m_computed(id, head);
    return computed.size() > 0 ? std::optional<StageRows>(computed) : std::nullopt;
}

void ReadableStages::prepare(StageId id, HeadIndex head) {
    if (kept(id, head))
        return;
    for_each_read(m_experiment, id, head, [this](const StageRead& read) {
        if (is_query_by_key(info(read.earlier)))
            prepare(read.earlier, read.earlier_head);
        else if (has_stage(m_experiment, read.earlier))
            whole(read.earlier, read.earlier_head);
    });
}

ConstMatrixRef ReadableStages::whole(StageId id, HeadIndex head) {
    prepare(id, head);
    const StageInfo& stage = info(id);
    const Index height = length(stage.rows, m_d), width = length(stage.columns, m_d);
    if (!kept(id, head)) {
        Matrix all(height, width);
        m_evaluator.compute_rows(id, head, {0, height}, rows_at_a_time, all);
        m_computed(id, head) = std::move(all);
    }
    return kept(id, head)->block({0, 0, height, width});
}

ConstMatrixRef ReadableStages::rows(StageId id, HeadIndex head, Rows rows, Matrix& room) const {
    const StageInfo& stage = info(id);
    const Index columns = length(stage.columns, m_d);
    if (const std::optional<StageRows> found = kept(id, head))
        return found->block({rows.first, 0, rows.count, columns});
    // Whole batches, as the whole computation takes them: a product of a single row rounds differently.
    const Index first = rows.first / rows_at_a_time * rows_at_a_time;
    const Index batches = (rows.first + rows.count - first + rows_at_a_time - 1) / rows_at_a_time;
    const Index end = std::min(first + batches * rows_at_a_time, length(stage.rows, m_d));
    room.resize(end - first, columns);
    for (Index row = first; row < end; row += rows_at_a_time) {
        const Index count = std::min(rows_at_a_time, end - row);
        m_evaluator.compute(id, head, {row, 0, count, columns}, room.middleRows(row - first, count));
    }
    return room.middleRows(rows.first - first, rows.count);
}

} // namespace lab
