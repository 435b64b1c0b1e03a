// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explained_rows.h"

#include "core/attention_rows.h"
#include "core/explain/operands.h"
#include "core/explain/stage_steps.h"
#include "core/live_trace.h"

#include <algorithm>
#include <map>

namespace lab {

namespace {

/// What the explanation of a cell reads.
class ExplainedRows {
public:
    ExplainedRows(const Experiment& experiment, const CellRef& cell)
        : m_experiment(experiment), m_d(dimensions(experiment)) {
        m_trace.update(experiment, {});
        std::vector<StageBlock> read = operands(experiment, cell).stages;
        read.push_back({cell.stage, cell.head, {cell.row, cell.column, 1, 1}});
        for (const StageBlock& each : read) {
            if (is_square(info(each.stage)))
                compute_squares(each.head, each.block.row);
            else
                m_trace.bring(each.stage, each.head,
                              around({each.block.row, each.block.rows}, info(each.stage).rows));
        }
    }

    StageRows rows(StageId id, HeadIndex head) const {
        return is_square(info(id)) ? StageRows(m_squares.at(id), m_square_rows.first)
                                   : StageRows(*m_trace.peek(id, head).matrix);
    }

private:
    /// The rows with those that compute() computes together with them: a product with one row alone is
    /// rounded differently.
    Rows around(Rows rows, Axis axis) const {
        const Index first = rows.first / rows_at_a_time * rows_at_a_time;
        const Index end = (rows.first + rows.count + rows_at_a_time - 1) / rows_at_a_time * rows_at_a_time;
        return {first, std::min(end, length(axis, m_d)) - first};
    }

    void compute_squares(HeadIndex head, Index row) {
        if (!m_squares.empty())
            return;
        m_square_rows = around({row, 1}, Axis::query_token);
        m_trace.bring(StageId::queries, head, m_square_rows);
        m_trace.bring(StageId::keys, head, m_trace.all_rows(StageId::keys));
        const auto read = [this](StageId id, HeadIndex h, const Block& at) -> ConstMatrixRef {
            return m_trace.peek(id, h).matrix->block(at.row, at.column, at.rows, at.columns);
        };
        compare_tokens(m_experiment, m_d, head, m_square_rows, StageId::weights, read,
                       [this](StageId id, ConstMatrixRef rows) { m_squares[id] = rows; });
    }

    const Experiment& m_experiment;
    Dimensions m_d;
    LiveTrace m_trace{0};                // which is never asked for what follows, and keeps none of it
    std::map<StageId, Matrix> m_squares; // of the cell's head
    Rows m_square_rows;
};

} // namespace

Explanation explain(const Experiment& experiment, const CellRef& cell) {
    const ExplainedRows computed(experiment, cell);
    const ReadRows rows = [&](StageId id, HeadIndex head) { return computed.rows(id, head); };
    return explanation_of({experiment, rows}, cell);
}

} // namespace lab
