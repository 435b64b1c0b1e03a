// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explained_rows.h"

#include "core/attention_rows.h"
#include "core/explain/stage_steps.h"
#include "core/live_trace.h"

#include <algorithm>
#include <map>
#include <memory>

namespace lab {

namespace {

/// What the explanation of a cell reads, computed when it is asked for.
class ExplainedRows {
public:
    ExplainedRows(const Experiment& experiment, const CellRef& cell)
        : m_experiment(experiment), m_d(dimensions(experiment)),
          m_row(info(cell.stage).rows == Axis::query_token ? cell.row : 0) {
        m_trace.update(experiment, {});
    }

    StageRows rows(StageId id, HeadIndex head) {
        const auto [found, is_new] = m_known.try_emplace({id, head});
        if (is_new && is_square(info(id))) {
            compute_squares(head);
        } else if (is_new) {
            m_trace.bring(id, head, rows_read(id));
            found->second = m_trace.peek(id, head).matrix;
        }
        if (!found->second)
            return m_nothing;
        return is_square(info(id)) ? StageRows(*found->second, around_row().first)
                                   : StageRows(*found->second);
    }

private:
    /// The explained row with those that compute() computes together with it: a product with one row alone is
    /// rounded differently.
    Rows around_row() const {
        const Index first = m_row / rows_at_a_time * rows_at_a_time;
        return {first, std::min(rows_at_a_time, m_d.n_q - first)};
    }

    /// Keys and values, and the inputs that keys are made from, are read for all tokens.
    Rows rows_read(StageId id) const {
        return info(id).rows == Axis::query_token && id != StageId::inputs ? around_row()
                                                                           : m_trace.all_rows(id);
    }

    void compute_squares(HeadIndex head) {
        m_trace.bring(StageId::queries, head, around_row());
        m_trace.bring(StageId::keys, head, m_trace.all_rows(StageId::keys));
        const auto read = [this](StageId id, HeadIndex h, const Block& at) -> ConstMatrixRef {
            return m_trace.peek(id, h).matrix->block(at.row, at.column, at.rows, at.columns);
        };
        compare_tokens(m_experiment, m_d, head, around_row(), StageId::weights, read,
                       [&](StageId id, ConstMatrixRef rows) {
                           m_known[{id, head}] = std::make_shared<const Matrix>(rows);
                       });
    }

    const Experiment& m_experiment;
    Dimensions m_d;
    Index m_row;
    LiveTrace m_trace{0}; // which is never asked for stages of n_q × n_k numbers
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> m_known;
    const Matrix m_nothing; // of a stage that is not computed
};

} // namespace

Explanation explain(const Experiment& experiment, const CellRef& cell) {
    ExplainedRows computed(experiment, cell);
    const ReadRows rows = [&](StageId id, HeadIndex head) { return computed.rows(id, head); };
    return explanation_of({experiment, rows}, cell);
}

} // namespace lab
