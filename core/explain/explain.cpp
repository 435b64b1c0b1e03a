// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explain.h"

#include "core/base/covered.h"
#include "core/experiment/overrides.h"
#include "core/experiment/phrases.h"
#include "core/explain/cell_meaning.h"
#include "core/explain/covered_steps.h"
#include "core/explain/names.h"
#include "core/explain/not_finite.h"
#include "core/explain/operands.h"
#include "core/explain/rounding_error.h"
#include "core/explain/stage_steps.h"
#include "core/explain/step_formula.h"
#include "core/stages/08_dropped_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lab {

namespace {

/// The stages from queries and keys to a weight, with one number per pair of tokens.
constexpr std::array pair_stages{StageId::scores, StageId::scaled_scores, StageId::masked_scores,
                                 StageId::weights, StageId::dropped_weights};

void add_steps(const StepInputs& from, const CellRef& cell, std::vector<ExplanationStep>& steps) {
    std::vector<ExplanationStep> own = own_steps(from, cell);
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

std::vector<CellRef> chain_to(const Experiment& experiment, const CellRef& cell) {
    // A sink has no key to be compared with, and a dropped weight is 0 whatever it was.
    if (is_sink_share(experiment, cell) || is_dropped(experiment, cell))
        return {cell};
    const auto here = std::ranges::find(pair_stages, cell.stage);
    if (here != pair_stages.end()) {
        std::vector<CellRef> chain;
        for (auto stage = pair_stages.begin(); stage <= here; ++stage)
            chain.push_back({*stage, cell.head, cell.row, cell.column});
        return chain;
    }
    if (cell.stage == StageId::concat) {
        const Index d_v = dimensions(experiment).d_v;
        return {{StageId::head_outputs, cell.column / d_v, cell.row, cell.column % d_v}, cell};
    }
    if (cell.stage == StageId::output && !experiment.projection.W_O) {
        std::vector<CellRef> chain = chain_to(experiment, {StageId::concat, 0, cell.row, cell.column});
        chain.push_back(cell);
        return chain;
    }
    return {cell};
}

Said cell_place(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    return say(is_token_axis(stage.columns) ? phrase::pair_of_tokens : phrase::feature_of_token,
               label_in_sentence(experiment, stage.rows, cell.row),
               is_sink_share(experiment, cell) ? say(phrase::the_sink)
                                               : label_in_sentence(experiment, stage.columns, cell.column));
}

Explanation explanation_of(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    Explanation explanation;
    explanation.cell = cell;
    explanation.stage = stage_label(experiment, cell.stage, cell.head);
    explanation.place = cell_place(experiment, cell);
    for (const CellRef& each : chain_to(experiment, cell))
        add_steps(from, each, explanation.steps);
    if (is_sink_share(experiment, cell)) {
        explanation.value = explanation.steps.back().result;
        explanation.words = meaning_of_sink_share(experiment, cell, explanation.value);
    } else {
        explanation.value = from.matrix(cell.stage, cell.head)(cell.row, cell.column);
        explanation.words = meaning_of(from, cell);
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

const Share& own_share(const ExplanationStep& step) {
    const auto own = static_cast<std::size_t>(step.own_share);
    return own < step.shares.size() ? step.shares[own] : *step.sink;
}

std::vector<Source> sources(const Explanation& explanation) {
    std::vector<Source> all;
    const auto add = [&](const Operand& operand) {
        if (operand.source && std::ranges::find(all, *operand.source) == all.end())
            all.push_back(*operand.source);
    };
    for (const ExplanationStep& step : explanation.steps) {
        for (const Term& term : step.terms)
            std::ranges::for_each(term.factors, add);
        if (step.each_alone)
            add(own_share(step).score);
        else
            for (const Share& share : step.shares)
                add(share.score);
        if (step.sink)
            add(step.sink->score);
    }
    return all;
}

double recombined(const ExplanationStep& step) {
    double sum = 0;
    switch (step.kind) {
    case ExplanationKind::sum:
    case ExplanationKind::copy:
    case ExplanationKind::root:
        for (const Term& term : step.terms) {
            double product = 1;
            for (const Operand& factor : term.factors)
                product = factor.divides ? product / factor.value : product * factor.value;
            sum += product;
        }
        return step.kind == ExplanationKind::root ? std::sqrt(sum) : sum;
    case ExplanationKind::mask:
        return step.result == -std::numeric_limits<double>::infinity() ? step.result
                                                                       : step.terms.front().value;
    case ExplanationKind::normalizer: {
        const Share& own = own_share(step);
        if (own.left_out)
            return 0;
        if (step.each_alone)
            return own.part;
        for (const Share& share : step.shares)
            sum += share.part;
        return own.part / (step.sink ? sum + step.sink->part : sum);
    }
    case ExplanationKind::dropout:
        return step.draw->is_kept() ? step.terms.front().value / step.draw->threshold : 0;
    case ExplanationKind::overridden:
        return step.result;
    }
    return sum;
}

} // namespace lab
