// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/explain.h"

#include "core/base/covered.h"
#include "core/describe/covered_steps.h"
#include "core/describe/names.h"
#include "core/describe/not_finite.h"
#include "core/describe/operands.h"
#include "core/describe/pair_meaning.h"
#include "core/describe/rounding_error.h"
#include "core/describe/stage_description.h"
#include "core/describe/step_formula.h"
#include "core/experiment/captured_attention.h"
#include "core/experiment/overrides.h"
#include "core/experiment/phrases.h"
#include "core/stages/08_dropped_weights.h"

namespace lab {

namespace {

void add_steps(const StepInputs& from, const CellRef& cell, std::vector<ExplanationStep>& steps) {
    std::vector<ExplanationStep> own = description(cell.stage).steps(from, cell);
    cover_steps(from, cell, own);
    for (ExplanationStep& step : own) {
        add_formulas(from.experiment, step);
        steps.push_back(std::move(step));
    }
    const Override* overriding = override_of(from.experiment, cell);
    if (!overriding) {
        const ExplanationKind kind = steps.back().kind;
        const bool is_sum =
            kind == ExplanationKind::sum || kind == ExplanationKind::copy || kind == ExplanationKind::dropout;
        // Not of a sink's share, which no matrix holds.
        const std::optional<Origin> origin =
            is_sum ? origin_of(from.experiment, from.matrix, cell) : std::nullopt;
        ExplanationStep& last = steps.back();
        last.rounding = is_rounding_of(from, cell);
        if (last.rounding)
            last.words.push_back(say(phrase::within_rounding, last.result));
        if (origin)
            last.words.push_back(origin_words(from.experiment, *origin, cell));
        return;
    }
    ExplanationStep step = begin_step(from, cell, ExplanationKind::overridden, phrase::overridden);
    step.result = overriding->value;
    step.words.push_back(say(phrase::computed_value, steps.back().result));
    steps.push_back(std::move(step));
}

} // namespace

Explanation explanation_of(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    Explanation explanation;
    explanation.cell = cell;
    explanation.first = from.first;
    explanation.stage = stage_label(experiment, cell.stage, cell.head);
    explanation.place = cell_place(experiment, cell);
    for (const CellRef& each : chain_to(experiment, cell)) {
        if (tells(experiment, each.stage) ||
            !tells(experiment, cell.stage)) // of attention alone, zeros that stand for nothing
            add_steps(from, each, explanation.steps);
    }
    if (is_sink_share(experiment, cell)) {
        explanation.value = explanation.steps.back().result;
        explanation.words = meaning_of_sink_share(experiment, cell, explanation.value);
    } else {
        explanation.value = from.matrix(cell.stage, cell.head)(cell.row, cell.column);
        const StageInfo& stage = info(cell.stage);
        explanation.words = description(cell.stage)
                                .meaning(from, cell, label_in_sentence(experiment, stage.rows, cell.row),
                                         label_in_sentence(experiment, stage.columns, cell.column));
    }
    if (is_covered(explanation.value))
        explanation.words = say(phrase::covered, explanation.place);
    explanation.rounding = explanation.steps.back().rounding;
    return explanation;
}

Explanation explain(const Experiment& experiment, const StageReader& matrix, const CellRef& cell) {
    const ReadRows rows = matrix;
    return explanation_of({experiment, rows}, cell);
}

} // namespace lab
