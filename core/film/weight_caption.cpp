// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the phases of a row of weights, and its cells, say in words and numbers.
#include "core/base/number_format.h"
#include "core/describe/07_normalizers.h"
#include "core/describe/07_weights.h"
#include "core/describe/captions.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "core/film/caption_parts.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// A score as the normaliser reads it, before the shift.
ShownPart score_part(const CaptionInputs& of, const Share& share) {
    const Equation equation(of.decimals);
    ShownPart score = equation.number(share.score.value, share.score.source);
    const double temperature = temperature_of(of.experiment.normalization);
    return temperature == 1 ? score : equation.over(std::move(score), Equation::exactly(temperature));
}

/// A score's part, as it stands in the sum.
ShownPart part_in_sum(const CaptionInputs& of, const Share& share) {
    return description(of.experiment.normalization.kind).part ? Equation(of.decimals).number(share.part)
                                                              : score_part(of, share);
}

/// How a score's part is made.
ShownPart making_of_part(const CaptionInputs& of, const Share& share) {
    const Normalization& normalization = of.experiment.normalization;
    const Equation equation(of.decimals);
    return description(normalization.kind)
        .part(equation, reduces(normalization) ? equation.number(share.reduced) : score_part(of, share),
              share.reduced);
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

Formula reduced_numbers(const CaptionInputs& of, const ExplanationStep& step) {
    const Equation equation(of.decimals);
    const Normalization& normalization = of.experiment.normalization;
    const auto left = [&](const Share& share) {
        ShownPart score = score_part(of, share);
        if (bias_of(normalization) != 0)
            return equation.plus(std::move(score), Equation::exactly(bias_of(normalization)));
        const bool shifts = normalizer(normalization.kind).shift != ScoreShift::none;
        return shifts ? equation.minus(std::move(score), equation.number(step.shift)) : score;
    };
    return for_each_key(of, step, left, &Share::reduced);
}

Formula total_numbers(const CaptionInputs& of, const ExplanationStep& step) {
    std::vector<ShownPart> parts;
    for (const Share& share : step.shares) {
        if (!share.left_out)
            parts.push_back(part_in_sum(of, share));
    }
    if (parts.empty())
        return formula::row({});
    if (step.sink)
        parts.push_back(part_in_sum(of, *step.sink));
    const Equation equation(of.decimals);
    return equation.gives(equation.sum(parts), step.total, {}).value_or(formula::row({}));
}

} // namespace

CaptionParts phase_caption(const CaptionInputs& of) {
    const ExplanationStep step = normalizer_of(of);
    const NormalizerDescription& its = description(of.experiment.normalization.kind);
    CaptionParts parts;
    switch (of.step.phase) {
    case RowPhase::none:
    case RowPhase::root:
        break;
    case RowPhase::reduced:
        parts = {
            its.reduced(of.experiment.normalization, step.sink.has_value(), display(step.shift, of.decimals)),
            reduced_numbers(of, step)};
        break;
    case RowPhase::parts: {
        const auto left = [&](const Share& share) { return making_of_part(of, share); };
        parts = {say(*its.becoming_parts), for_each_key(of, step, left, &Share::part)};
        break;
    }
    case RowPhase::total:
        parts = {say(its.part ? caption_phrase::parts_add_up : caption_phrase::scores_add_up,
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
    const CellRef cell = of.cell();
    const Said query = of.row_label(), key = of.column_label();
    const Share& own = step.shares[static_cast<std::size_t>(cell.column)];
    if (own.left_out)
        return {own.hidden ? say(caption_phrase::hidden_weighs_0, key, query)
                           : say(caption_phrase::left_out_weighs_0, key, query),
                formula::row({})};
    const bool is_overridden = override_of(of.experiment, cell) != nullptr;
    const double weight =
        is_overridden ? step.result : of.matrix(cell.stage, cell.head)(cell.row, cell.column);
    const Equation equation(of.decimals);
    const ShownPart left = normalizer(of.experiment).divides_by_sum()
                               ? equation.over(part_in_sum(of, own), equation.number(step.total))
                               : making_of_part(of, own);
    const std::optional<Source> source = is_overridden ? std::nullopt : std::optional<Source>(cell);
    const auto fault = fault_of_row(of, step, RowPhase::none);
    return {fault ? *fault : say(caption_phrase::how_much, query, key),
            equation.gives(left, weight, source).value_or(formula::row({formula::hole(weight, source)}))};
}

} // namespace lab
