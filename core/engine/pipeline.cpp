// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pipeline.h"

#include "core/experiment/validate.h"

#include <span>

namespace lab {

void compute_stages(const Experiment& experiment, Trace& trace, Index rows_per_batch,
                    const HeadRowsCallback& on_rows) {
    const Dimensions d = dimensions(experiment);
    const Evaluator evaluator(experiment, d, trace.kept(), on_rows);
    for (const std::span<const StageId> stages : steps()) {
        const StageInfo& first = info(stages.front());
        const HeadIndex heads = first.per_head ? d.H : 1;
        const Rows rows{0, length(first.rows, d)};
        double multiplications = 0;
        for (const StageId stage : stages) {
            if (has_stage(experiment, stage))
                multiplications +=
                    multiplications_per_row(experiment, d, stage) * static_cast<double>(heads * rows.count);
        }
        for_each_batch(heads, rows, rows_per_batch, multiplications, [&](HeadIndex head, Rows some) {
            for (const StageId stage : stages) {
                Matrix& result = trace.stage(stage, head);
                if (result.size() > 0)
                    evaluator.compute(stage, head, {some.first, 0, some.count, result.cols()},
                                      result.middleRows(some.first, some.count));
            }
        });
    }
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
