// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explained_rows.h"

#include "core/base/parallel.h"
#include "core/engine/attention_rows.h"
#include "core/explain/explain.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
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
        if (is_new && is_query_by_key(info(id)))
            compute_squares(head);
        else if (is_new)
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
        const StageInfo& stage = info(id);
        const bool attends = id == StageId::head_outputs;
        // Computed first, because several threads may read them below.
        for (const StageId each : attends ? std::span<const StageId>(attended) : stage.reads) {
            const bool all_heads = info(each).per_head && !stage.per_head;
            for (HeadIndex h = all_heads ? 0 : head; h < (all_heads ? m_d.H : head + 1); ++h)
                static_cast<void>(rows(each, info(each).per_head ? h : 0));
        }
        const Rows all = rows_read(id);
        result.resize(all.count, length(stage.columns, m_d));
        const double multiplications =
            multiplications_per_cell(m_experiment, m_d, id) * static_cast<double>(result.size());
        parallel_for((all.count + rows_at_a_time - 1) / rows_at_a_time, multiplications, [&](Index i) {
            const Index from = i * rows_at_a_time;
            const Block at{all.first + from, 0, std::min(rows_at_a_time, all.count - from), result.cols()};
            if (attends)
                attend(m_experiment, m_d, head, at, m_read, result.middleRows(from, at.rows));
            else
                evaluate(m_experiment, m_d, id, head, at, m_read, result.middleRows(from, at.rows));
        });
    }

    void compute_squares(HeadIndex head) {
        const StageId last = weights_in_use(m_experiment);
        compute_scores_to_weights(m_experiment, m_d, head, rows_read(last), last, m_read,
                                  [&](StageId id, ConstMatrixRef numbers) {
                                      m_known[{id, head}] = numbers;
                                  });
    }

    /// What a head's output is computed from if the stages in between are not kept.
    static constexpr std::array attended{StageId::queries, StageId::keys, StageId::values};

    const Experiment& m_experiment;
    Dimensions m_d;
    Index m_row;
    std::map<std::pair<StageId, HeadIndex>, Matrix> m_known;
    const Matrix m_nothing; // for a stage that is not computed
    const ReadStage m_read = [this](StageId id, HeadIndex head, const Block& at) -> ConstMatrixRef {
        return rows(id, head).numbers().block(at.row - rows_read(id).first, at.column, at.rows, at.columns);
    };
};

} // namespace

Explanation explain(const Experiment& experiment, const CellRef& cell) {
    ExplainedRows computed(experiment, cell);
    const ReadRows rows = [&](StageId id, HeadIndex head) { return computed.rows(id, head); };
    return explanation_of({experiment, rows}, cell);
}

} // namespace lab
