// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/07_weight_steps.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/describe/07_normalizers.h"
#include "core/describe/names.h"
#include "core/describe/not_finite.h"
#include "core/describe/step_formula.h"
#include "core/experiment/normalizers.h"
#include "core/stages/07_normalizers.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab {

namespace {

/// The first visible score that makes all weights of its row NaN.
const Share* share_making_nan(const ExplanationStep& step) {
    const auto found = std::ranges::find_if(step.shares, [](const Share& share) {
        return std::isnan(share.score.value) || share.score.value == HUGE_VAL;
    });
    return found == step.shares.end() ? nullptr : &*found;
}

/// Why the weights of a row are NaN. `share` has the first score that makes them so.
Said nan_words(const StepInputs& from, const ExplanationStep& step, const Share& share) {
    const auto& cell = std::get<CellRef>(*share.score.source);
    const Said key = label_in_sentence(from.experiment, Axis::key_token, cell.column);
    const double score = share.score.value;
    const auto origin = origin_of(from.experiment, from.matrix, cell);
    const auto words = [&](const LinePhrase<2>& alone, const LinePhrase<3>& with_origin) {
        const Notation notation = from.experiment.notation;
        return origin
                   ? say(with_origin.in(notation), key, score, origin_words(from.experiment, *origin, cell))
                   : say(alone.in(notation), key, score);
    };
    if (normalizer(from.experiment).shift != ScoreShift::largest)
        return words(phrase::makes_nan, phrase::makes_nan_by);
    return std::isnan(step.shift) ? words(phrase::makes_shift_nan, phrase::makes_shift_nan_by)
                                  : words(phrase::makes_shift_infinite, phrase::makes_shift_infinite_by);
}

/// Why weights of the row are not numbers; nullopt if they are.
std::optional<Said> fault_words(const StepInputs& from, const ExplanationStep& step) {
    if (std::ranges::any_of(step.shares, [](const Share& share) { return is_covered(share.score.value); }))
        return std::nullopt;
    const Normalizer& kind = normalizer(from.experiment);
    const double temperature = temperature_of(from.experiment.normalization);
    const Notation notation = from.experiment.notation;
    if (const Share* share = share_making_nan(step))
        return nan_words(from, step, *share);
    if (step.each_alone) // the sigmoid of ±∞ is 0 or 1
        return std::nullopt;
    const bool divided = std::ranges::any_of(step.shares, [&](const Share& share) {
        return !share.left_out && !std::isfinite(share.score.value / temperature);
    });
    if (divided)
        return say(phrase::division_overflows.in(notation), temperature);
    if (step.sink && step.sink->score.value / temperature == HUGE_VAL)
        return say(phrase::sink_overflows, temperature);
    if (kind.raises_e && step.total == 0)
        return say(phrase::powers_underflow.in(notation));
    const bool overflows =
        std::ranges::any_of(step.shares,
                            [](const Share& share) { return !share.left_out && std::isinf(share.part); }) ||
        (step.sink && std::isinf(step.sink->part));
    if (overflows) // e^z without a shift
        return say(phrase::power_overflows);
    if (std::isinf(step.total))
        return say(phrase::sum_overflows.in(notation));
    if (kind.divides_by_sum() && step.total == 0)
        return say(phrase::sum_is_0);
    return std::nullopt;
}

/// How the row's scores become weights, or why not; nullopt if the step's title is enough.
std::optional<Said> normalizer_words(const StepInputs& from, const ExplanationStep& step) {
    const Share& own = own_share(step);
    if (std::ranges::all_of(step.shares, &Share::hidden))
        return say(phrase::all_hidden);
    if (std::ranges::all_of(step.shares, &Share::left_out))
        return say(phrase::all_left_out);
    if (own.hidden)
        return say(phrase::weight_hidden);
    if (own.left_out)
        return say(phrase::weight_left_out);
    if (std::optional<Said> fault = fault_words(from, step))
        return fault;
    return description(from.experiment.normalization.kind).how(from.experiment, step);
}

/// The sum of the row, and its entropy if it is a distribution.
Said sum_words(const std::vector<Share>& shares, Notation notation) {
    std::vector<double> weights;
    double visible = 0;
    for (const Share& share : shares) {
        weights.push_back(share.weight);
        visible += share.left_out ? 0 : 1;
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double bits = entropy_bits(weights);
    return std::isnan(bits) ? say(phrase::adds_up.in(notation), display(sum, 4))
                            : say(phrase::adds_up_with_entropy.in(notation), display(sum, 4),
                                  display(bits, 3), display(std::log2(visible), 3));
}

/// Every share of the row, with the normaliser's arithmetic.
void add_shares(const StepInputs& from, const CellRef& cell, ExplanationStep& step) {
    const Experiment& experiment = from.experiment;
    const StageRows masked = from.matrix(StageId::masked_scores, cell.head);
    const WeighedRow row = weigh(masked.row(cell.row), experiment.normalization, cell.head);
    step.shift = row.shift();
    step.total = row.total;
    const auto take = [&](Share& share, const WeighedScore& weighed) {
        share.reduced = weighed.x;
        share.part = weighed.part;
        if (!weighed.is_hidden)
            share.weight = step.each_alone ? share.part : share.part / row.total;
    };
    for (Index key = 0; key < masked.cols(); ++key) {
        const CellRef score{StageId::masked_scores, cell.head, cell.row, key};
        const WeighedScore& weighed = row.keys[static_cast<std::size_t>(key)];
        Share& share = step.shares.emplace_back();
        share.key = from.label(Axis::key_token, key);
        share.score = from.operand(score);
        share.left_out = weighed.is_hidden;
        share.hidden = share.left_out && hides(origin_of(experiment, from.matrix, score));
        take(share, weighed);
    }
    if (row.sink) {
        step.sink.emplace().key = text_of(say(phrase::sink));
        step.sink->score = from.operand(sink_cell(experiment, cell.head));
        take(*step.sink, *row.sink);
    }
}

} // namespace

std::vector<ExplanationStep> weight_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const NormalizationKind kind = experiment.normalization.kind;
    ExplanationStep step =
        begin_step(from, cell, ExplanationKind::normalizer, description(kind).title.in(experiment.notation));
    step.own_share = cell.column;
    step.each_alone = normalizer(kind).each_alone;
    add_shares(from, cell, step);
    if (std::optional<Said> words = normalizer_words(from, step))
        step.words.push_back(std::move(*words));
    step.words.push_back(sum_words(step.shares, experiment.notation));
    if (step.sink) {
        const bool is_own = is_sink_share(experiment, cell);
        const bool is_rest = is_own && std::isfinite(step.total) && std::isfinite(step.sink->weight);
        step.words.push_back(
            say(is_rest ? phrase::sink_takes_rest.in(experiment.notation) : phrase::sink_takes,
                display(step.sink->weight, 4)));
    }
    step.result = own_share(step).weight;
    return {step};
}

namespace {

Formula sum_over_keys(Formula what) {
    return formula::row(
        {formula::sub(formula::text("Σ"), formula::symbol("j")), formula::text(" "), std::move(what)});
}

/// A part divided by the sum of all, in symbols.
Formula share_rule(const Experiment& experiment, const ExplanationStep& step) {
    const Normalizer& kind = normalizer(experiment);
    const char* less = kind.shift == ScoreShift::largest ? "m" : "";
    const auto part = [&](Formula reduced) {
        return kind.raises_e ? power_of_e(std::move(reduced)) : reduced;
    };
    const auto of_key = [&](Formula key) { return part(reduced_score(experiment, std::move(key), less)); };
    Formula sum = sum_over_keys(of_key(formula::text("j")));
    Formula of_sink;
    if (step.sink) {
        of_sink = part(reduced_formula(experiment, name_of_operand(step.sink->score), less));
        sum = formula::row({std::move(sum), formula::text(" + "), of_sink});
    }
    const bool is_key = step.own_share < std::ssize(step.shares);
    return formula::fraction(is_key ? of_key(formula::words(own_share(step).key)) : of_sink, std::move(sum));
}

/// The same in numbers.
Formula share_numbers(const Experiment& experiment, const ExplanationStep& step) {
    const auto power = [&](const Share& share) {
        if (std::isfinite(step.shift))
            return formula::hole(share.reduced, {});
        // Shown explicitly, because subtracting it makes the result NaN.
        return formula::row(
            {formula::hole(share.score.value / experiment.normalization.temperature, share.score.source),
             formula::text(" − "), formula::hole(step.shift, {})});
    };
    const auto part = [&](const Share& share) {
        return normalizer(experiment).raises_e ? power_of_e(power(share)) : value_of_operand(share.score);
    };
    std::vector<Formula> parts;
    for (const Share& share : step.shares) {
        if (!share.left_out)
            parts.push_back(part(share));
    }
    if (step.sink)
        parts.push_back(part(*step.sink));
    return formula::fraction(part(own_share(step)), chained(parts, " + "));
}

} // namespace

void add_weight_formulas(const Experiment& experiment, ExplanationStep& step) {
    const auto add = description(experiment.normalization.kind).add_formulas;
    if (own_share(step).left_out) {
        step.rule = formula::text("0");
    } else if (add) {
        add(experiment, step);
    } else {
        step.rule = share_rule(experiment, step);
        step.numbers = share_numbers(experiment, step);
    }
}

} // namespace lab
