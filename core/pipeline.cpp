// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline.h"

#include "core/evaluate.h"
#include "core/parallel.h"
#include "core/validate.h"

#include <algorithm>
#include <span>

namespace lab {

namespace {

/// The computation, a part at a time: parts of one step need nothing of each other.
class Forward {
public:
    Forward(const Experiment& experiment, const Dimensions& d, Trace& trace)
        : m_experiment(experiment), m_d(d), m_trace(trace) {}

    void run() {
        for (const std::span<const StageId> stages : steps()) {
            if (has_stage(m_experiment, stages.front()))
                step(stages, info(stages.front()).per_head ? m_d.H : 1);
        }
    }

private:
    /// Computes stages whose rows need only the same rows of each other, for so many heads.
    void step(std::span<const StageId> stages, HeadIndex heads) {
        const Index rows = length(info(stages.front()).rows, m_d);
        const Index parts = (rows + rows_at_a_time - 1) / rows_at_a_time;
        double multiplications = 0;
        for (const StageId stage : stages)
            multiplications += multiplications_per_cell(m_experiment, m_d, stage) *
                               static_cast<double>(heads * rows * length(info(stage).columns, m_d));
        parallel_for(heads * parts, multiplications, [&](Index i) {
            const Index first = i % parts * rows_at_a_time;
            for (const StageId stage : stages)
                compute_rows(stage, i / parts, {first, std::min(rows_at_a_time, rows - first)});
        });
    }

    void compute_rows(StageId stage, HeadIndex head, Rows rows) {
        Matrix& result = m_trace.stage(stage, head);
        evaluate(m_experiment, m_d, stage, head, {rows.first, 0, rows.count, result.cols()}, m_read,
                 result.middleRows(rows.first, rows.count));
    }

    const Experiment& m_experiment;
    const Dimensions& m_d;
    Trace& m_trace;
    const ReadStage m_read = [this](StageId stage, HeadIndex head, const Block& at) -> ConstMatrixRef {
        return m_trace.stage(stage, head).block(at.row, at.column, at.rows, at.columns);
    };
};

} // namespace

std::optional<Error> compute(const Experiment& experiment, Trace& trace) {
    if (std::vector<Error> problems = validate(experiment); !problems.empty())
        return std::move(problems.front());
    if (std::optional<Error> problem = without_tokens(experiment))
        return problem;
    const Dimensions d = dimensions(experiment);
    trace.tokens = experiment.sequence.tokens;
    trace.source_tokens = experiment.source ? experiment.source->tokens : std::vector<std::string>();
    trace.make_room(experiment);
    Forward(experiment, d, trace).run();
    return std::nullopt;
}

Result<Trace> compute(const Experiment& experiment) {
    Trace trace;
    if (std::optional<Error> problem = compute(experiment, trace))
        return std::move(*problem);
    return trace;
}

} // namespace lab
