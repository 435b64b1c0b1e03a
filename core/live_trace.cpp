// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live_trace.h"

#include "core/overrides.h"
#include "core/stages/02_inputs.h"
#include "core/stages/03_queries_keys_values.h"
#include "core/stages/04_scores.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"
#include "core/stages/08_head_outputs.h"
#include "core/stages/09_output.h"

#include <algorithm>
#include <cassert>

namespace lab {

void LiveTrace::update(const Experiment& experiment, const Change& change) {
    m_experiment = experiment;
    if (change.field == Field::everything || m_stages.empty()) {
        m_stages.assign(all_stages().size(), {});
        for (const StageInfo& stage : all_stages())
            m_stages[static_cast<std::size_t>(stage.id)].resize(
                stage.per_head ? static_cast<std::size_t>(experiment.heads.count) : 1);
        return;
    }
    // Stages stand in the order of the computation, so one pass carries a change all the way down.
    std::vector<bool> touched(all_stages().size(), false);
    for (const StageInfo& stage : all_stages()) {
        const auto at = static_cast<std::size_t>(stage.id);
        if (!has_stage(experiment, stage.id))
            continue;
        touched[at] = change.field == Field::overrides ||
                      std::ranges::find(stage.fields, change.field) != stage.fields.end() ||
                      std::ranges::any_of(
                          stage.reads, [&](StageId read) { return touched[static_cast<std::size_t>(read)]; });
        if (touched[at]) {
            for (Cell& cell : m_stages[at])
                cell.matrix.reset();
        }
    }
}

StageView LiveTrace::view(StageId id, HeadIndex head) {
    if (m_stages.empty() || is_empty(m_experiment) || !has_stage(m_experiment, id))
        return {};
    const HeadIndex slot = info(id).per_head ? head : 0;
    need(id, slot);
    const Cell& cell = m_stages[static_cast<std::size_t>(id)][static_cast<std::size_t>(slot)];
    return {cell.matrix, cell.revision, false};
}

const Matrix& LiveTrace::need(StageId id, HeadIndex head) {
    Cell& cell = m_stages[static_cast<std::size_t>(id)][static_cast<std::size_t>(head)];
    if (!cell.matrix) {
        cell.matrix = share(with_overrides(evaluate(id, head), m_experiment.overrides, id, head));
        cell.revision = ++m_revision;
    }
    return *cell.matrix;
}

Matrix LiveTrace::evaluate(StageId id, HeadIndex head) {
    const auto x = [&](StageId inputs) -> const Matrix& {
        static const Matrix none;
        return has_inputs(m_experiment) ? need(inputs, 0) : none;
    };
    const StageId key_inputs = m_experiment.source ? StageId::source_inputs : StageId::inputs;
    switch (id) {
    case StageId::inputs:
        return inputs(m_experiment.sequence.tokens, m_experiment.embedding);
    case StageId::source_inputs:
        return inputs(m_experiment.source->tokens, m_experiment.embedding);
    case StageId::queries:
        return queries(m_experiment, x(StageId::inputs), head);
    case StageId::keys:
        return keys(m_experiment, x(key_inputs), head);
    case StageId::values:
        return values(m_experiment, x(key_inputs), head);
    case StageId::scores:
        return scores(need(StageId::queries, head), need(StageId::keys, head));
    case StageId::scaled_scores:
        return scaled_scores(need(StageId::scores, head), m_experiment.scores,
                             need(StageId::queries, head).cols(), head, m_experiment.heads.count);
    case StageId::masked_scores:
        return masked_scores(need(StageId::scaled_scores, head), m_experiment.mask);
    case StageId::weights:
        return weights(need(StageId::masked_scores, head), m_experiment.normalization);
    case StageId::head_outputs:
        return head_output(need(StageId::weights, head), need(StageId::values, head));
    case StageId::concat: {
        std::vector<const Matrix*> heads;
        for (HeadIndex h = 0; h < m_experiment.heads.count; ++h)
            heads.push_back(&need(StageId::head_outputs, h));
        return concat(heads);
    }
    case StageId::output:
        return output(need(StageId::concat, 0), m_experiment.projection);
    }
    assert(false);
    return {};
}

} // namespace lab
