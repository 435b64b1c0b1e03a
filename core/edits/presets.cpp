// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/presets.h"

#include "core/edits/added_scores.h"
#include "core/edits/qk_norm.h"
#include "core/edits/sentence.h"
#include "core/experiment/is_same.h"
#include "core/experiment/mask_rules.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace lab {

namespace {

/// Models' windows are hundreds or thousands of words wide, which hides nothing in a sentence.
constexpr Index short_window = 3;

void turn_halves(Experiment& e, double base) {
    e.scores.rotary = true;
    e.scores.rotary_layout = RotaryLayout::half;
    e.scores.rotary_base = base;
    e.mask.causal = true;
}

constexpr std::array presets{
    // The original: Vaswani et al. 2017, the encoder's self-attention.
    Preset{"transformer", "Transformer (2017)", "sinusoidal positions; no mask (encoder)", "",
           PositionKind::sinusoidal, [](Experiment& /*e*/) {}},
    // Radford et al. 2019.
    Preset{"gpt-2", "GPT-2", "learned positions; causal", "", PositionKind::learned,
           [](Experiment& e) { e.mask.causal = true; }},
    // Raffel et al. 2020, the encoder.
    Preset{"t5", "T5", "not scaled; numbers added by distance", "An encoder, without a mask.",
           PositionKind::none, [](Experiment& e) { e.scores.scale = 1; }, true},
    // Le Scao et al. 2022.
    Preset{"bloom", "BLOOM", "ALiBi; causal", "", PositionKind::none,
           [](Experiment& e) {
               e.scores.bias = ScoreBias::alibi;
               e.mask.causal = true;
           }},
    // Jiang et al. 2023: a window of 4096.
    Preset{"mistral", "Mistral", "rotary (half); causal, window 3", "The model’s window is 4096.",
           PositionKind::none,
           [](Experiment& e) {
               turn_halves(e, 10000);
               e.mask.window = short_window;
           }},
    // Grattafiori et al. 2024.
    Preset{"llama-3", "Llama 3", "rotary (half), base 500000; causal", "", PositionKind::none,
           [](Experiment& e) { turn_halves(e, 500000); }},
    // Riviere et al. 2024: a window of 4096 in every other layer.
    Preset{"gemma-2", "Gemma 2", "softcap 50; rotary (half); causal, window 3",
           "The model’s window is 4096, in every other layer.", PositionKind::none,
           [](Experiment& e) {
               turn_halves(e, 10000);
               e.scores.softcap = 50;
               e.mask.window = short_window;
           }},
    // Yang et al. 2025.
    Preset{"qwen-3", "Qwen 3", "Q, K normalised; rotary (half), base 1000000; causal", "", PositionKind::none,
           [](Experiment& e) {
               turn_halves(e, 1000000);
               if (!e.scores.qk_norm)
                   e = with_norm(e, QkNormKind::rms);
               for (const ParameterId gains : {ParameterId::g_Q, ParameterId::g_K})
                   e = with_gains(e, gains, true);
           },
           false, true},
    // OpenAI 2025: a window of 128 in every other layer.
    Preset{"gpt-oss", "gpt-oss", "sinks; rotary (half), base 150000; causal, window 3",
           "The model’s window is 128, in every other layer.", PositionKind::none,
           [](Experiment& e) {
               turn_halves(e, 150000);
               e.mask.window = short_window;
               if (!e.normalization.sink)
                   e.normalization.sink = share(Matrix::Zero(1, e.heads.count));
           },
           false, false, true},
};

bool are_all(const MatrixPtr& numbers, double value) {
    return !numbers || (numbers->array() == value).all();
}

/// Buckets differ with the mask, which may have changed since they were added.
bool are_seeded_buckets(Experiment experiment) {
    for (const bool causal : {false, true}) {
        experiment.mask.causal = causal;
        if (has_t5_buckets(experiment))
            return true;
    }
    return false;
}

} // namespace

std::span<const Preset> all_presets() {
    return presets;
}

LeftByPresets left_by_presets(const Experiment& experiment) {
    const std::optional<QkNorm>& norm = experiment.scores.qk_norm;
    const std::vector<MatrixPtr>& added = experiment.scores.additive;
    const auto is_zero = [](const MatrixPtr& scores) { return are_all(scores, 0); };
    return {.positions = has_given_inputs(experiment),
            .gains = norm && !(are_all(norm->g_Q, 1) && are_all(norm->g_K, 1)),
            .sinks = !are_all(experiment.normalization.sink, 0),
            .added_scores = !std::ranges::all_of(added, is_zero) && !are_seeded_buckets(experiment)};
}

Result<Experiment> with_preset(const Experiment& experiment, const Preset& preset) {
    const LeftByPresets left = left_by_presets(experiment);
    const bool adds_buckets = preset.adds_buckets && !left.added_scores;
    if (adds_buckets) {
        if (auto problem = too_many_added_scores(experiment, experiment.heads.count))
            return std::move(*problem);
    }
    Experiment next = experiment;
    if (has_inputs(experiment) && !left.positions) {
        Result<Experiment> placed = with_position(experiment, preset.position);
        if (!placed)
            return placed;
        next = std::move(placed).value();
    }
    next.scores = {};
    for (const MaskRule& rule : mask_rules()) {
        if (!rule.names_tokens)
            rule.remove(next.mask);
    }
    next.normalization = {};
    const auto leave = [&](bool stays, auto& here, const auto& there,
                           std::initializer_list<ParameterId> its) {
        if (stays)
            here = there;
        for (const ParameterId id : its) {
            if (!stays)
                drop_origin(next, id);
        }
    };
    leave(left.gains, next.scores.qk_norm, experiment.scores.qk_norm, {ParameterId::g_Q, ParameterId::g_K});
    leave(left.sinks, next.normalization.sink, experiment.normalization.sink, {ParameterId::sink});
    leave(left.added_scores, next.scores.additive, experiment.scores.additive, {ParameterId::additive});
    preset.set(next);
    if (adds_buckets)
        next = with_t5_buckets(with_added_scores_per_head(with_added_scores(next, true)));
    return next;
}

bool is_in_use(const Experiment& experiment, const Preset& preset) {
    // What is added may be large, and is not made to find that out.
    if (preset.adds_buckets == experiment.scores.additive.empty())
        return false;
    const LeftByPresets left = left_by_presets(experiment);
    const bool has_its_norm =
        preset.has_norm && experiment.scores.qk_norm && experiment.scores.qk_norm->kind == QkNormKind::rms;
    if ((left.gains && !has_its_norm) || (left.sinks && !preset.has_sinks))
        return false;
    const Result<Experiment> with = with_preset(experiment, preset);
    return with && is_same(with.value(), experiment);
}

} // namespace lab
