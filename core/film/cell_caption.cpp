// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a cell, or a term of its sum, says in words and numbers.
#include "core/describe/captions.h"
#include "core/describe/equation.h"
#include "core/describe/explain.h"
#include "core/describe/stage_description.h"
#include "core/experiment/overrides.h"
#include "core/film/caption_parts.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// The step of the explanation that makes what the scene shows: of a cell that is normalised or rotated, the
/// one of that part.
ExplanationStep own_step(const CaptionInputs& of) {
    const CellRef cell = of.cell();
    std::vector<ExplanationStep> steps = explain(of.experiment, of.matrix, cell).steps;
    if (steps.back().kind == ExplanationKind::overridden)
        steps.pop_back();
    const ScenePart part = of.step.scene.part;
    if (part != ScenePart::projected && part != ScenePart::normalized)
        return std::move(steps.back());
    const StepRole role = part == ScenePart::projected ? StepRole::projected : StepRole::normalized;
    return std::move(*std::ranges::find_if(
        steps, [&](const ExplanationStep& step) { return step.role == role && step.column == cell.column; }));
}

/// The terms of a sum as they are shown.
std::vector<ShownPart> terms_of(const CaptionInputs& of, const ExplanationStep& step) {
    const Equation equation(of.decimals);
    std::vector<ShownPart> terms;
    for (const Term& term : step.terms) {
        const Operand& first = term.factors[0];
        ShownPart product = equation.number(first.value, first.source);
        for (std::size_t i = 1; i < term.factors.size(); ++i) {
            const Operand& factor = term.factors[i];
            ShownPart number = equation.number(factor.value, factor.source);
            product = factor.divides ? equation.over(std::move(product), std::move(number))
                                     : equation.times(std::move(product), std::move(number));
        }
        terms.push_back(std::move(product));
    }
    return terms;
}

/// A score divided by √d_k or times the given scale, and capped; then the bias and what is added, as far as
/// the terms shown go.
ShownPart scaling(const CaptionInputs& of, const ExplanationStep& step, std::size_t terms) {
    const Equation equation(of.decimals);
    CellRef score = of.cell();
    score.stage = StageId::scores;
    ShownPart scaled = equation.number(of.matrix(score.stage, score.head)(score.row, score.column), score);
    if (of.experiment.scores.scale) {
        scaled = equation.times(std::move(scaled), Equation::exactly(*of.experiment.scores.scale));
    } else {
        const Index d_k = dimensions(of.experiment).d_k;
        const ShownPart root{formula::root(formula::text(std::to_string(d_k))),
                             std::sqrt(static_cast<double>(d_k))};
        scaled = equation.over(std::move(scaled), root);
    }
    if (const auto& softcap = of.experiment.scores.softcap) {
        const ShownPart cap = Equation::exactly(*softcap);
        scaled = equation.times(cap, Equation::tanh_of(equation.over(std::move(scaled), cap)));
    }
    for (std::size_t i = 1; i < terms; ++i) {
        const std::vector<Operand>& factors = step.terms[i].factors;
        scaled =
            step.terms[i].kind == TermKind::distance
                ? equation.minus(std::move(scaled), equation.times(Equation::exactly(-factors[0].value),
                                                                   Equation::exactly(factors[1].value)))
                : equation.sum({std::move(scaled), equation.number(factors[0].value, factors[0].source)});
    }
    return scaled;
}

/// The number that a cell has without an override.
double computed(const CaptionInputs& of, const ExplanationStep& step) {
    const CellRef cell = of.cell();
    const bool is_own = is_on_the_way(of.experiment, of.step.scene) || override_of(of.experiment, cell);
    return is_own ? step.result : of.matrix(cell.stage, cell.head)(cell.row, cell.column);
}

Formula copied(double value, std::optional<Source> source) {
    return formula::row({formula::hole(value, source)});
}

Formula numbers_of(const CaptionInputs& of, const ExplanationStep& step) {
    const CellRef cell = of.cell();
    const double result = computed(of, step);
    const bool is_whole = of.step.terms == 0 || of.step.adds_cells;
    if (of.step.scene.part == ScenePart::rotated && step.role != StepRole::rotated)
        return copied(step.result, {});
    if (step.kind == ExplanationKind::mask) {
        const Operand& scaled = step.terms.front().factors.front();
        if (step.result != -HUGE_VAL)
            return copied(scaled.value, scaled.source);
        // That the score becomes −∞ is said in words.
        return override_of(of.experiment, cell) ? copied(-HUGE_VAL, {}) : formula::row({});
    }
    if (step.kind == ExplanationKind::copy) {
        const Operand& from = step.terms.front().factors.front();
        return copied(from.value, from.source);
    }
    const bool is_dropped = step.draw && !step.draw->is_kept();
    if (is_dropped) // which is said in words
        return override_of(of.experiment, cell) ? copied(0, {}) : formula::row({});
    const Equation equation(of.decimals);
    const std::size_t count = is_whole ? step.terms.size() : static_cast<std::size_t>(of.step.terms);
    ShownPart sum;
    if (cell.stage == StageId::scaled_scores) {
        sum = scaling(of, step, count);
    } else if (step.draw) {
        sum = equation.over(terms_of(of, step).front(), Equation::exactly(step.draw->threshold));
    } else {
        std::vector<ShownPart> terms = terms_of(of, step);
        terms.resize(count);
        sum = equation.sum(terms);
    }
    const bool is_cell =
        is_whole && !is_on_the_way(of.experiment, of.step.scene) && !override_of(of.experiment, cell);
    return equation.sum_gives(sum, is_whole ? result : step.terms[count - 1].sum,
                              is_cell ? std::optional<Source>(cell) : std::nullopt);
}

} // namespace

CaptionParts cell_caption(const CaptionInputs& of) {
    const ExplanationStep own = own_step(of);
    CaptionParts parts{description(of.step.scene.stage).caption(of), numbers_of(of, own)};
    if (of.step.terms > 0)
        parts.words = say(caption_phrase::term_of, std::move(parts.words), of.step.terms,
                          static_cast<Index>(own.terms.size()));
    return parts;
}

} // namespace lab
