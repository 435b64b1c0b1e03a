// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/explained_rows.h"

#include "core/describe/explain.h"
#include "core/engine/evaluator.h"
#include "core/engine/stage_reads.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lab {

namespace {

/// Computes on demand what the explanation of a cell reads, in the same row blocks as compute(), because a
/// product with other rows may be rounded differently.
class ExplainedRows {
public:
    ExplainedRows(const Experiment& experiment, const CellRef& cell)
        : m_experiment(experiment), m_d(dimensions(experiment)),
          m_row(info(cell.stage).rows == Axis::query_token ? cell.row : 0) {}

    StageRows rows(StageId id, HeadIndex head) {
        if (!has_stage(m_experiment, id))
            return m_nothing;
        const auto [found, is_new] = m_known.try_emplace({id, head});
        if (is_new)
            compute(id, head, found->second);
        return {found->second, rows_read(id).first};
    }

private:
    /// All rows are read of keys and values, and of the inputs that keys are computed from.
    Rows rows_read(StageId id) const {
        if (info(id).rows != Axis::query_token || id == StageId::inputs)
            return {0, length(info(id).rows, m_d)};
        const Index first = m_row / rows_at_a_time * rows_at_a_time;
        return {first, std::min(rows_at_a_time, m_d.n_q - first)};
    }

    void compute(StageId id, HeadIndex head, Matrix& result) {
        keep_earlier(id, head);
        const Rows all = rows_read(id);
        result.resize(all.count, length(info(id).columns, m_d));
        m_evaluator.compute_rows(id, head, all, rows_at_a_time, result);
    }

    /// Computes first what a stage reads, because several threads may read it. The weights of every head that
    /// the output needs would take too much memory.
    void keep_earlier(StageId id, HeadIndex head) {
        if (id == StageId::head_outputs) {
            for (const StageId each : {StageId::queries, StageId::keys, StageId::values})
                rows(each, head);
            return;
        }
        for_each_read(m_experiment, id, head,
                      [this](const StageRead& read) { rows(read.earlier, read.earlier_head); });
    }

    const Experiment& m_experiment;
    Dimensions m_d;
    Index m_row;
    std::map<std::pair<StageId, HeadIndex>, Matrix> m_known;
    const Matrix m_nothing; // for a stage that is not computed
    const Evaluator m_evaluator{
        m_experiment, m_d, [this](StageId id, HeadIndex head) -> std::optional<StageRows> {
            const auto found = m_known.find({id, head});
            return found == m_known.end() ? std::nullopt
                                          : std::optional(StageRows(found->second, rows_read(id).first));
        }};
};

} // namespace

Explanation explain(const Experiment& experiment, const CellRef& cell, Index first) {
    ExplainedRows computed(experiment, cell);
    const ReadRows rows = [&](StageId id, HeadIndex head) { return computed.rows(id, head); };
    return explanation_of({experiment, rows, first}, cell);
}

} // namespace lab
