// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pipeline.h"

#include "core/base/parallel.h"
#include "core/engine/attention_rows.h"
#include "core/experiment/validate.h"

#include <algorithm>
#include <span>

namespace lab {

namespace {

/// The computation in batches of rows: those of one step are independent of each other.
class Forward {
public:
    Forward(const Experiment& experiment, Trace& trace, Index rows_per_batch, const HeadRowsCallback& on_rows)
        : m_experiment(experiment), m_d(dimensions(experiment)), m_trace(trace),
          m_rows_per_batch(rows_per_batch), m_on_rows(on_rows),
          m_keeps_query_by_key(trace.weights.front().size() > 0) {}

    void run() {
        for (const std::span<const StageId> stages : steps()) {
            if (has_stage(m_experiment, stages.front()))
                step(stages, info(stages.front()).per_head ? m_d.H : 1);
        }
    }

private:
    /// Computes stages whose rows need only the same rows of each other, for that many heads.
    void step(std::span<const StageId> stages, HeadIndex heads) {
        const Index rows = length(info(stages.front()).rows, m_d);
        const Index batches = (rows + m_rows_per_batch - 1) / m_rows_per_batch;
        double multiplications = 0;
        for (const StageId stage : stages) {
            if (has_stage(m_experiment, stage))
                multiplications += multiplications_per_cell(m_experiment, m_d, stage) *
                                   static_cast<double>(heads * rows * length(info(stage).columns, m_d));
        }
        parallel_for(heads * batches, multiplications, [&](Index i) {
            const Index first = i % batches * m_rows_per_batch;
            const Rows some{first, std::min(m_rows_per_batch, rows - first)};
            if (is_query_by_key(info(stages.front())) && !m_keeps_query_by_key)
                return attend_only(i / batches, some);
            for (const StageId stage : stages) {
                if (has_stage(m_experiment, stage))
                    compute_rows(stage, i / batches, some);
            }
        });
    }

    void compute_rows(StageId stage, HeadIndex head, Rows rows) {
        Matrix& result = m_trace.stage(stage, head);
        const MatrixRef part = result.middleRows(rows.first, rows.count);
        evaluate(m_experiment, m_d, stage, head, {rows.first, 0, rows.count, result.cols()}, m_read, part);
        show(stage, head, rows.first, part);
    }

    /// Shows the stages before the head's output without keeping them.
    void attend_only(HeadIndex head, Rows rows) {
        Matrix& result = m_trace.stage(StageId::head_outputs, head);
        const MatrixRef part = result.middleRows(rows.first, rows.count);
        attend(m_experiment, m_d, head, {rows.first, 0, rows.count, result.cols()}, m_read, part,
               [&](StageId stage, ConstMatrixRef numbers) { show(stage, head, rows.first, numbers); });
        show(StageId::head_outputs, head, rows.first, part);
    }

    void show(StageId stage, HeadIndex head, Index first_row, ConstMatrixRef rows) {
        if (m_on_rows)
            m_on_rows(stage, head, first_row, rows);
    }

    const Experiment& m_experiment;
    const Dimensions m_d;
    Trace& m_trace;
    const Index m_rows_per_batch;
    const HeadRowsCallback& m_on_rows;
    const bool m_keeps_query_by_key;
    const ReadStage m_read = [this](StageId stage, HeadIndex head, const Block& at) -> ConstMatrixRef {
        return m_trace.stage(stage, head).block(at.row, at.column, at.rows, at.columns);
    };
};

} // namespace

void compute_stages(const Experiment& experiment, Trace& trace, Index rows_per_batch,
                    const HeadRowsCallback& on_rows) {
    Forward(experiment, trace, rows_per_batch, on_rows).run();
}

std::optional<Error> compute(const Experiment& experiment, Trace& trace) {
    if (std::vector<Error> problems = validate(experiment); !problems.empty())
        return std::move(problems.front());
    if (std::optional<Error> problem = without_tokens(experiment))
        return problem;
    trace.tokens = experiment.sequence.tokens;
    trace.source_tokens = experiment.source ? experiment.source->tokens : std::vector<std::string>();
    trace.make_room(experiment);
    compute_stages(experiment, trace, rows_at_a_time, {});
    return std::nullopt;
}

Result<Trace> compute(const Experiment& experiment) {
    Trace trace;
    if (std::optional<Error> problem = compute(experiment, trace))
        return std::move(*problem);
    return trace;
}

} // namespace lab
