// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline.h"

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
    if (experiment.sequence.tokens.empty())
        return Error{{}, "sequence", "no tokens", "at least one"};

    const Dimensions d = dimensions(experiment);
    const double factor = scale_factor(experiment.scores, d.d_k);

    Trace t;
    t.tokens = experiment.sequence.tokens;
    if (has_inputs(experiment))
        t.inputs = inputs(t.tokens, experiment.embedding);
    for (HeadIndex head = 0; head < d.H; ++head) {
        t.queries.push_back(queries(experiment, t.inputs, head));
        t.keys.push_back(keys(experiment, t.inputs, head));
        t.values.push_back(values(experiment, t.inputs, head));
        t.scores.push_back(scores(t.queries.back(), t.keys.back()));
        t.scaled_scores.push_back(scaled_scores(t.scores.back(), factor));
        t.masked_scores.push_back(masked_scores(t.scaled_scores.back(), experiment.mask));
        t.weights.push_back(softmax(t.masked_scores.back()));
        t.head_outputs.push_back(head_output(t.weights.back(), t.values.back()));
    }
    std::vector<const Matrix*> heads;
    for (const Matrix& z : t.head_outputs)
        heads.push_back(&z);
    t.concat = concat(heads);
    t.output = output(t.concat, experiment.projection);
    return t;
}

} // namespace lab
