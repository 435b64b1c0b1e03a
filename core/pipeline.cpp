// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline.h"

#include "core/overrides.h"
#include "core/stages/02_inputs.h"
#include "core/stages/03_queries_keys_values.h"
#include "core/stages/04_scores.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"
#include "core/stages/08_head_outputs.h"
#include "core/stages/09_output.h"
#include "core/validate.h"

namespace lab {

Result<Trace> compute(const Experiment& experiment) {
    if (const std::vector<Error> problems = validate(experiment); !problems.empty())
        return problems.front();
    if (const std::optional<Error> problem = without_tokens(experiment))
        return *problem;

    const Dimensions d = dimensions(experiment);
    // Every number passes here on its way into the trace, so that a cell fixed by hand holds for all that
    // follows.
    const auto kept = [&](Matrix computed, StageId stage, HeadIndex head = 0) {
        return with_overrides(std::move(computed), experiment.overrides, stage, head);
    };

    Trace t;
    t.tokens = experiment.sequence.tokens;
    if (experiment.source)
        t.source_tokens = experiment.source->tokens;
    if (has_stage(experiment, StageId::inputs))
        t.inputs = kept(inputs(t.tokens, experiment.embedding), StageId::inputs);
    if (has_stage(experiment, StageId::source_inputs))
        t.source_inputs = kept(inputs(t.source_tokens, experiment.embedding), StageId::source_inputs);
    const Matrix& key_inputs = experiment.source ? t.source_inputs : t.inputs;
    for (HeadIndex h = 0; h < d.H; ++h) {
        t.queries.push_back(kept(queries(experiment, t.inputs, h), StageId::queries, h));
        t.keys.push_back(kept(keys(experiment, key_inputs, h), StageId::keys, h));
        t.values.push_back(kept(values(experiment, key_inputs, h), StageId::values, h));
        t.scores.push_back(kept(scores(t.queries.back(), t.keys.back()), StageId::scores, h));
        t.scaled_scores.push_back(kept(scaled_scores(t.scores.back(), experiment.scores, d.d_k, h, d.H),
                                       StageId::scaled_scores, h));
        t.masked_scores.push_back(
            kept(masked_scores(t.scaled_scores.back(), experiment.mask), StageId::masked_scores, h));
        t.weights.push_back(
            kept(weights(t.masked_scores.back(), experiment.normalization), StageId::weights, h));
        t.head_outputs.push_back(
            kept(head_output(t.weights.back(), t.values.back()), StageId::head_outputs, h));
    }
    std::vector<const Matrix*> heads;
    for (const Matrix& z : t.head_outputs)
        heads.push_back(&z);
    t.concat = kept(concat(heads), StageId::concat);
    t.output = kept(output(t.concat, experiment.projection), StageId::output);
    return t;
}

} // namespace lab
