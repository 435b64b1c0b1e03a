// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/experiment/overrides.h"
#include "core/explain/explain.h"
#include "core/explain/names.h"
#include "core/film/caption_parts.h"
#include "core/film/equation.h"
#include "core/film/film_phrases.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

ExplanationStep normalizer_at(const CaptionInputs& of, Index column) {
    const CellRef cell{StageId::weights, of.step.scene.head, of.step.rows.first, column};
    std::vector<ExplanationStep> steps = explain(of.experiment, of.matrix, cell).steps;
    return std::move(*std::ranges::find(steps, ExplanationKind::normalizer, &ExplanationStep::kind));
}

/// What scores are divided by; 1 if they are not.
double temperature_of(const Experiment& experiment) {
    const Normalization& normalization = experiment.normalization;
    return normalization.kind == NormalizationKind::sum ? 1 : normalization.temperature;
}

/// Whether something in the row is no use any more once that phase is done.
bool is_spoilt(const Experiment& experiment, const ExplanationStep& step, RowPhase until) {
    if (std::ranges::any_of(step.shares, [](const Share& share) {
            return is_covered(share.score.value) || is_covered(share.weight);
        }))
        return false;
    if (step.each_alone)
        return std::ranges::any_of(step.shares, [](const Share& share) { return std::isnan(share.weight); });
    const double temperature = temperature_of(experiment);
    const bool has_parts = until == RowPhase::parts || until == RowPhase::total || until == RowPhase::none;
    const bool has_total = until == RowPhase::total || until == RowPhase::none;
    if (has_total && (step.total == 0 || !std::isfinite(step.total)))
        return true;
    // A sink of −∞ takes nothing.
    if (step.sink &&
        (step.sink->score.value / temperature == HUGE_VAL || (has_parts && !std::isfinite(step.sink->part))))
        return true;
    return std::ranges::any_of(step.shares, [&](const Share& share) {
        return !share.left_out &&
               (!std::isfinite(share.score.value / temperature) || (has_parts && !std::isfinite(share.part)));
    });
}

/// A score as the normaliser reads it, before the shift.
ShownPart score_part(const CaptionInputs& of, const Share& share) {
    const Equation equation(of.decimals);
    ShownPart score = equation.number(share.score.value, share.score.source);
    const double temperature = temperature_of(of.experiment);
    return temperature == 1 ? score : equation.over(std::move(score), Equation::exactly(temperature));
}

/// What stands in the numerator.
ShownPart part_part(const CaptionInputs& of, const Share& share) {
    const bool is_score = of.experiment.normalization.kind == NormalizationKind::sum;
    return is_score ? score_part(of, share) : Equation(of.decimals).number(share.part);
}

/// What makes a part of a score that is reduced.
ShownPart power_part(const CaptionInputs& of, const Share& share) {
    const Equation equation(of.decimals);
    const Normalization& normalization = of.experiment.normalization;
    if (normalization.kind == NormalizationKind::sparsemax)
        return Equation::at_least_0(equation.number(share.reduced));
    const bool is_score =
        normalization.kind == NormalizationKind::softmax_naive && temperature_of(of.experiment) == 1;
    return Equation::e_to(is_score ? score_part(of, share) : equation.number(share.reduced));
}

/// The sigmoid of a score that is reduced.
ShownPart sigmoid_part(const CaptionInputs& of, const Share& share) {
    const ShownPart one = Equation::exactly(1);
    const Equation equation(of.decimals);
    const ShownPart power = equation.number(-share.reduced);
    return equation.over(one, Equation::in_brackets(equation.sum({one, Equation::e_to(power)})));
}

/// An equation for every visible key, and the sink; empty if the numbers as they are shown do not give one.
template<class Left>
Formula for_each_key(const CaptionInputs& of, const ExplanationStep& step, const Left& left,
                     double Share::*result) {
    std::vector<Formula> all;
    std::vector<Share> shares = step.shares;
    if (step.sink)
        shares.push_back(*step.sink);
    for (const Share& share : shares) {
        if (share.left_out)
            continue;
        const auto equation = Equation(of.decimals).gives(left(share), share.*result, {});
        if (!equation)
            return formula::row({});
        all.push_back(*equation);
    }
    return Equation::list(all, ", ");
}

Said reduced_words(const CaptionInputs& of, const ExplanationStep& step) {
    const double temperature = temperature_of(of.experiment);
    const std::string shift = display(step.shift, of.decimals);
    switch (of.experiment.normalization.kind) {
    case NormalizationKind::softmax:
        if (step.sink)
            return temperature == 1 ? say(phrase::subtract_largest_or_sink, shift)
                                    : say(phrase::divide_and_subtract_largest_or_sink, temperature, shift);
        return temperature == 1 ? say(phrase::subtract_largest, shift)
                                : say(phrase::divide_and_subtract_largest, temperature, shift);
    case NormalizationKind::sparsemax:
        return temperature == 1 ? say(phrase::subtract_threshold, shift)
                                : say(phrase::divide_and_subtract_threshold, temperature, shift);
    case NormalizationKind::sigmoid:
        if (const double bias = of.experiment.normalization.bias; bias != 0)
            return temperature == 1 ? say(phrase::add_bias, bias)
                                    : say(phrase::divide_and_add_bias, temperature, bias);
        break;
    case NormalizationKind::softmax_naive:
    case NormalizationKind::sum:
        break;
    }
    return say(phrase::divide_by_temperature, temperature);
}

Formula reduced_numbers(const CaptionInputs& of, const ExplanationStep& step) {
    const Equation equation(of.decimals);
    const Normalization& normalization = of.experiment.normalization;
    const bool shifts = normalization.kind == NormalizationKind::softmax ||
                        normalization.kind == NormalizationKind::sparsemax;
    const auto left = [&](const Share& share) {
        ShownPart score = score_part(of, share);
        if (step.each_alone && normalization.bias != 0)
            return equation.plus(std::move(score), Equation::exactly(normalization.bias));
        return shifts ? equation.minus(std::move(score), equation.number(step.shift)) : score;
    };
    return for_each_key(of, step, left, &Share::reduced);
}

Formula total_numbers(const CaptionInputs& of, const ExplanationStep& step) {
    std::vector<ShownPart> parts;
    for (const Share& share : step.shares) {
        if (!share.left_out)
            parts.push_back(part_part(of, share));
    }
    if (parts.empty())
        return formula::row({});
    if (step.sink)
        parts.push_back(part_part(of, *step.sink));
    const Equation equation(of.decimals);
    return equation.gives(equation.sum(parts), step.total, {}).value_or(formula::row({}));
}

} // namespace

ExplanationStep normalizer_of(const CaptionInputs& of) {
    return normalizer_at(of, of.step.columns.count == 1 ? of.step.columns.first : 0);
}

std::optional<Said> fault_of_row(const CaptionInputs& of, const ExplanationStep& normalizer, RowPhase until) {
    const auto visible = std::ranges::find(normalizer.shares, false, &Share::left_out);
    if (visible == normalizer.shares.end()) {
        const Axis axis = info(StageId::weights).rows;
        const bool sinks = sink_of(of.experiment.normalization, of.step.scene.head).has_value();
        return say(sinks ? phrase::only_sink_to_attend : phrase::nothing_to_attend,
                   label_in_sentence(of.experiment, axis, of.step.rows.first), normalizer.words.front());
    }
    if (!is_spoilt(of.experiment, normalizer, until))
        return std::nullopt;
    const Index key = visible - normalizer.shares.begin();
    const Share& own = own_share(normalizer);
    const Said reason = own.left_out ? normalizer_at(of, key).words.front() : normalizer.words.front();
    return say(phrase::breaks_down.in(of.experiment.notation), reason);
}

CaptionParts phase_caption(const CaptionInputs& of) {
    const ExplanationStep step = normalizer_of(of);
    const NormalizationKind kind = of.experiment.normalization.kind;
    CaptionParts parts;
    switch (of.step.phase) {
    case RowPhase::none:
    case RowPhase::root:
        break;
    case RowPhase::reduced:
        parts = {reduced_words(of, step), reduced_numbers(of, step)};
        break;
    case RowPhase::parts: {
        const auto left = [&](const Share& share) { return power_part(of, share); };
        parts = {say(kind == NormalizationKind::sparsemax ? phrase::cut_off : phrase::raise_e),
                 for_each_key(of, step, left, &Share::part)};
        break;
    }
    case RowPhase::total:
        parts = {say(kind == NormalizationKind::sum ? phrase::scores_add_up : phrase::parts_add_up,
                     display(step.total, of.decimals)),
                 total_numbers(of, step)};
        break;
    }
    if (auto fault = fault_of_row(of, step, of.step.phase))
        parts.words = std::move(*fault);
    return parts;
}

CaptionParts weight_caption(const CaptionInputs& of) {
    const ExplanationStep step = normalizer_of(of);
    const StageInfo& stage = info(StageId::weights);
    const CellRef cell{StageId::weights, of.step.scene.head, of.step.rows.first, of.step.columns.first};
    const Said query = label_in_sentence(of.experiment, stage.rows, cell.row);
    const Said key = label_in_sentence(of.experiment, stage.columns, cell.column);
    const Share& own = step.shares[static_cast<std::size_t>(cell.column)];
    if (own.left_out)
        return {own.hidden ? say(phrase::hidden_weighs_0, key, query)
                           : say(phrase::left_out_weighs_0, query, key),
                formula::row({})};
    const bool is_overridden = override_of(of.experiment, cell) != nullptr;
    const double weight =
        is_overridden ? step.result : of.matrix(cell.stage, cell.head)(cell.row, cell.column);
    const Equation equation(of.decimals);
    const NormalizationKind kind = of.experiment.normalization.kind;
    const ShownPart left = kind == NormalizationKind::sparsemax ? power_part(of, own)
                           : step.each_alone                    ? sigmoid_part(of, own)
                                             : equation.over(part_part(of, own), equation.number(step.total));
    const std::optional<Source> source = is_overridden ? std::nullopt : std::optional<Source>(cell);
    const auto fault = fault_of_row(of, step, RowPhase::none);
    return {fault ? *fault : say(phrase::how_much, query, key),
            equation.gives(left, weight, source).value_or(formula::row({formula::hole(weight, source)}))};
}

} // namespace lab
