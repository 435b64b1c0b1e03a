// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/07_weights.h"

#include "core/base/covered.h"
#include "core/describe/07_normalizers.h"
#include "core/describe/07_weight_steps.h"
#include "core/describe/captions.h"
#include "core/describe/explain.h"
#include "core/describe/names.h"
#include "core/describe/pair_meaning.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"
#include "core/experiment/normalizers.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

ExplanationStep normalizer_at(const CaptionInputs& of, Index column) {
    const CellRef cell{StageId::weights, of.step.scene.head, of.step.rows.first, column};
    std::vector<ExplanationStep> steps = explain(of.experiment, of.matrix, cell).steps;
    return std::move(*std::ranges::find(steps, ExplanationKind::normalizer, &ExplanationStep::kind));
}

/// Whether something in the row is no use any more once that phase is done.
bool is_spoilt(const Experiment& experiment, const ExplanationStep& step, RowPhase until) {
    if (std::ranges::any_of(step.shares, [](const Share& share) {
            return is_covered(share.score.value) || is_covered(share.weight);
        }))
        return false;
    if (step.each_alone)
        return std::ranges::any_of(step.shares, [](const Share& share) { return std::isnan(share.weight); });
    const double temperature = temperature_of(experiment.normalization);
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

/// With the head's sink, if one takes part.
SceneLayout weight_layout(const Experiment& experiment, const Scene& scene) {
    SceneLayout layout{SceneKind::normalize,
                       whole_matrix(experiment, StageId::masked_scores, scene.head),
                       {},
                       {},
                       false,
                       {}};
    if (sink_of(experiment.normalization, scene.head))
        layout.added = SceneMatrix{
            ParameterBlock{ParameterId::sink, {0, sink_cell(experiment, scene.head).column, 1, 1}}};
    return layout;
}

Said weight_row_caption(const CaptionInputs& of) {
    if (!of.is_row())
        return say(caption_phrase::all_become_weights.in(of.experiment.notation));
    auto fault = fault_of_row(of, normalizer_of(of), RowPhase::none);
    return fault ? std::move(*fault) : say(caption_phrase::become_weights, of.row_label());
}

Formula weight_rule(const RuleInputs& from) {
    const Normalization& normalization = from.experiment.normalization;
    const std::string name = description(normalization.kind).name;
    const auto divided = [&](Formula score) {
        const double temperature = temperature_of(normalization);
        return temperature == 1
                   ? score
                   : formula::row({std::move(score), formula::text(" ÷ "), formula::setting(temperature)});
    };
    Formula scores = divided(from.of("masked"));
    if (name.empty())
        return formula::row({std::move(scores), formula::text(" ÷ Σ")});
    if (const double bias = bias_of(normalization); bias != 0)
        scores = formula::row(
            {std::move(scores), formula::text(bias < 0 ? " − " : " + "), formula::setting(std::abs(bias))});
    if (sink_of(normalization, 0))
        scores = formula::row({std::move(scores), formula::text(", "), divided(formula::words("sink"))});
    return formula::row({formula::text(name + "("), std::move(scores), formula::text(")")});
}

/// What the plain formula leaves wrong where keys are hidden or scores are not finite.
void write_care(ScriptBuilder& to, const ScriptCare& care) {
    if (care.breaks_rows && normalizer(to.experiment()).shift != ScoreShift::threshold) {
        to.line("broken = {lib}.isnan(masked_scores) | (masked_scores == {inf})", script_phrase::broken_rows);
        to.line("broken = broken.any({each_row})");
        to.either("weights = np.where(broken, np.nan, weights)",
                  "weights = weights.masked_fill(broken, torch.nan)");
    }
    if (care.spreads_nan)
        to.either("weights = np.where(masked_scores == -np.inf, 0.0, weights)",
                  "weights = weights.masked_fill(masked_scores == -torch.inf, 0.0)",
                  script_phrase::empty_rows);
}

void weight_program(ScriptBuilder& to, const ScriptCare& care) {
    const Normalization& normalization = to.experiment().normalization;
    const NormalizerDescription& its = description(normalization.kind);
    const double temperature = temperature_of(normalization);
    to.begin(StageId::weights, {its.heading, temperature != 1 ? script_phrase::at_temperature : "",
                                bias_of(normalization) != 0 ? script_phrase::with_bias : "",
                                sink_of(normalization, 0) ? script_phrase::with_sink : ""});
    if (temperature != 1) {
        to.line("temperature = " + to.number(temperature));
        to.line("z = masked_scores / temperature");
    }
    its.program(to, temperature != 1 ? "z" : "masked_scores", care);
    write_care(to, care);
    to.overrides(StageId::weights, false);
}

} // namespace

ExplanationStep normalizer_of(const CaptionInputs& of) {
    return normalizer_at(of, of.step.columns.count == 1 ? of.step.columns.first : 0);
}

std::optional<Said> fault_of_row(const CaptionInputs& of, const ExplanationStep& normalizer, RowPhase until) {
    const auto visible = std::ranges::find(normalizer.shares, false, &Share::left_out);
    if (visible == normalizer.shares.end()) {
        const bool sinks = sink_of(of.experiment.normalization, of.step.scene.head).has_value();
        return say(sinks ? caption_phrase::only_sink_to_attend : caption_phrase::nothing_to_attend,
                   of.row_label(), normalizer.words.front());
    }
    if (!is_spoilt(of.experiment, normalizer, until))
        return std::nullopt;
    const Index key = visible - normalizer.shares.begin();
    const Share& own = own_share(normalizer);
    const Said reason = own.left_out ? normalizer_at(of, key).words.front() : normalizer.words.front();
    return say(caption_phrase::breaks_down.in(of.experiment.notation), reason);
}

const StageDescription described::weights{StageId::weights, weight_steps,       weight_meaning,
                                          weight_layout,    weight_row_caption, weight_rule,
                                          weight_program,   add_weight_formulas};

} // namespace lab
