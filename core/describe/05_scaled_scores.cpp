// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scores scaled, capped, and with what is added: the bias of ALiBi, numbers of the document.
#include "core/stages/05_scaled_scores.h"

#include "core/base/number_format.h"
#include "core/describe/captions.h"
#include "core/describe/names.h"
#include "core/describe/pair_meaning.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"
#include "core/describe/step_formula.h"

#include <cmath>
#include <cstdlib>

namespace lab {

namespace {

ExplanationStep capping_step(const StepInputs& from, const CellRef& cell, const Cap& cap) {
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, phrase::cap_score);
    const double tangent = std::tanh(cap.x / cap.c);
    add_term(step, text_of(say(phrase::score_term)), {{"c", {}, cap.c, {}}, {"tanh(x/c)", {}, tangent, {}}});
    step.cap = cap;
    if (std::isinf(cap.x))
        step.words.push_back(say(phrase::softcap_of_infinity, cap.x, tangent));
    else if (!std::isnan(cap.x))
        step.words.push_back(say(phrase::softcap, cap.c));
    return step;
}

/// What is added to scaled scores; nullopt if nothing is.
std::optional<Phrase<0>> title_of_adding(const Scores& scores) {
    const bool adds = !scores.additive.empty();
    if (scores.bias == ScoreBias::alibi)
        return adds ? phrase::subtract_distance_and_add : phrase::subtract_distance;
    return adds ? std::optional(phrase::add_added) : std::nullopt;
}

/// The first term of the step is the score, scaled and capped.
ExplanationStep adding_step(const StepInputs& from, const CellRef& cell, const Phrase<0>& title,
                            Operand score) {
    const Experiment& experiment = from.experiment;
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, title);
    add_number(step, text_of(say(phrase::score_term)), std::move(score));
    if (experiment.scores.bias == ScoreBias::alibi) {
        const FirstPositions first = first_positions(experiment);
        const Index distance = std::abs((first.query + cell.row) - (first.key + cell.column));
        add_term(step, text_of(say(phrase::distance_term)),
                 {{"−slope", {}, -alibi_slope(cell.head, experiment.heads.count), {}},
                  {"|i − j|", {}, static_cast<double>(distance), {}}},
                 TermKind::distance);
        step.words.push_back(say(phrase::alibi));
    }
    if (added_scores(experiment.scores, cell.head))
        add_number(step, text_of(say(phrase::added_term)), from.operand(added_cell(experiment, cell)),
                   TermKind::added);
    return step;
}

std::vector<ExplanationStep> scaling_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const Index d_k = dimensions(experiment).d_k;
    std::vector<ExplanationStep> steps{begin_step(from, cell, ExplanationKind::sum, phrase::scale)};
    const std::string factor =
        experiment.scores.scale ? brief(*experiment.scores.scale) : "1/√" + std::to_string(d_k);
    add_term(steps.front(), text_of(say(phrase::score_term)),
             {from.operand({StageId::scores, cell.head, cell.row, cell.column}),
              {factor, {}, scale_factor(experiment.scores, d_k), {}}});
    const auto add = [&](ExplanationStep next, const char* symbol) {
        steps.back().symbol = symbol; // what the next step reads
        steps.back().index.clear();
        steps.push_back(std::move(next));
    };
    const auto& softcap = experiment.scores.softcap;
    if (softcap)
        add(capping_step(from, cell, {steps.front().result, *softcap}), "x");
    if (const auto& title = title_of_adding(experiment.scores))
        add(adding_step(from, cell, *title,
                        {softcap ? "y" : "x", {}, steps.back().result, {}, false, steps.size() - 1}),
            softcap ? "y" : "x");
    return steps;
}

/// The score divided by √d_k, or times the given scale.
Formula scaled_by(const Experiment& experiment, Formula score, bool in_numbers) {
    if (experiment.scores.scale)
        return formula::row({std::move(score), formula::text(" · " + brief(*experiment.scores.scale))});
    Formula d_k = in_numbers ? formula::text(std::to_string(dimensions(experiment).d_k))
                             : formula::sub(formula::symbol("d"), formula::text("k"));
    return formula::fraction(std::move(score), formula::root(std::move(d_k)));
}

/// c·tanh(x/c).
Formula capped_formula(Formula x, const Formula& c) {
    return formula::row(
        {c, formula::text(" · tanh("), formula::fraction(std::move(x), c), formula::text(")")});
}

void add_adding_formulas(ExplanationStep& step) {
    const Operand& score = step.terms.front().factors.front();
    std::vector<Formula> rule{name_of_operand(score)};
    std::vector<Formula> numbers{value_of_operand(score)};
    for (const Term& term : step.terms) {
        if (term.kind == TermKind::added) {
            rule.insert(rule.end(), {formula::text(" + "), name_of_operand(term.factors[0])});
            numbers.insert(numbers.end(), {formula::text(" + "), value_of_operand(term.factors[0])});
        } else if (term.kind == TermKind::distance) {
            rule.push_back(formula::text(" − slope · |i − j|"));
            numbers.insert(numbers.end(), {formula::text(" − "), formula::hole(-term.factors[0].value, {}),
                                           formula::text(" · "), formula::hole(term.factors[1].value, {})});
        }
    }
    step.rule = formula::row(std::move(rule));
    step.numbers = formula::row(std::move(numbers));
}

void add_scaling_formulas(const Experiment& experiment, ExplanationStep& step) {
    const Operand& score = step.terms.front().factors.front();
    if (step.cap) {
        step.rule = capped_formula(formula::symbol("x"), formula::symbol("c"));
        step.numbers = capped_formula(formula::hole(step.cap->x, {}), formula::text(brief(step.cap->c)));
    } else if (score.step) {
        add_adding_formulas(step);
    } else {
        step.rule = scaled_by(experiment, name_of_operand(score), false);
        step.numbers = scaled_by(experiment, value_of_operand(score), true);
    }
}

SceneLayout scaling_layout(const Experiment& experiment, const Scene& scene) {
    SceneLayout layout{
        SceneKind::scale, whole_matrix(experiment, StageId::scores, scene.head), {}, {}, false, {}};
    if (!experiment.scores.additive.empty()) {
        const Dimensions d = dimensions(experiment);
        const ParameterCell first = added_cell(experiment, {scene.stage, scene.head, 0, 0});
        layout.added = SceneMatrix{ParameterBlock{first.id, {0, first.column, d.n_q, d.n_k}}};
    }
    return layout;
}

Said scaling_caption(const CaptionInputs& of) {
    const Scores& scores = of.experiment.scores;
    Said words = scores.scale ? say_of(of, caption_phrase::multiplied, *scores.scale)
                              : say_of(of, caption_phrase::over_root, dimensions(of.experiment).d_k);
    if (scores.softcap)
        words = say(caption_phrase::capped, std::move(words), *scores.softcap);
    if (scores.bias == ScoreBias::alibi)
        words = say(caption_phrase::minus_distance, std::move(words));
    return scores.additive.empty() ? words : say(caption_phrase::plus_added, std::move(words));
}

Formula scaling_rule(const RuleInputs& from) {
    const Scores& scores = from.experiment.scores;
    Formula result =
        scores.scale
            ? formula::row({from.of("S"), formula::text(" × "), formula::setting(*scores.scale)})
            : formula::fraction(from.of("S"),
                                formula::root(formula::sub(formula::symbol("d"), formula::text("k"))));
    if (scores.softcap)
        result =
            formula::row({formula::setting(*scores.softcap), formula::text(" × tanh("), std::move(result),
                          formula::text(" ÷ "), formula::setting(*scores.softcap), formula::text(")")});
    if (scores.bias == ScoreBias::alibi)
        result = formula::row({std::move(result), formula::text(" − slope × |i − j|")});
    return scores.additive.empty()
               ? result
               : formula::row({std::move(result), formula::text(" + "), from.of("added")});
}

void add_alibi_lines(ScriptBuilder& to) {
    Matrix slopes(1, to.sizes().H);
    for (HeadIndex head = 0; head < to.sizes().H; ++head)
        slopes(0, head) = alibi_slope(head, to.sizes().H);
    if (to.has_heads())
        to.vector("slopes", slopes, "", ".reshape(H, 1, 1)");
    else
        to.line("slopes = " + to.number(slopes(0, 0)));
    to.line("scaled_scores = scaled_scores - slopes * {lib}.abs(query_positions[:, None] - key_positions)");
}

void scaling_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    const Scores& scores = to.experiment().scores;
    const bool is_unscaled = scores.scale == 1.0, has_alibi = scores.bias == ScoreBias::alibi;
    to.begin(StageId::scaled_scores,
             {!scores.scale ? script_phrase::divided
              : is_unscaled ? script_phrase::unscaled
                            : script_phrase::multiplied,
              scores.softcap ? script_phrase::capped : "", has_alibi ? script_phrase::with_alibi : "",
              scores.additive.empty() ? "" : script_phrase::with_added});
    to.line(!scores.scale ? "scaled_scores = scores / d_k ** 0.5"
            : is_unscaled ? "scaled_scores = scores"
                          : "scaled_scores = scores * " + to.number(*scores.scale),
            to.per_head("n_q, n_k"));
    if (scores.softcap) {
        to.line("softcap = " + to.number(*scores.softcap));
        to.line("scaled_scores = softcap * {lib}.tanh(scaled_scores / softcap)");
    }
    if (has_alibi)
        add_alibi_lines(to);
    if (!scores.additive.empty())
        to.line("scaled_scores = scaled_scores + additive");
    to.overrides(StageId::scaled_scores,
                 is_unscaled && !scores.softcap && !has_alibi && scores.additive.empty());
}

} // namespace

const StageDescription described::scaled_scores{StageId::scaled_scores, scaling_steps,       score_meaning,
                                                scaling_layout,         scaling_caption,     scaling_rule,
                                                scaling_program,        add_scaling_formulas};

} // namespace lab
