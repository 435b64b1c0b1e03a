// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variants.h"

#include "core/analysis/setting_changes.h"
#include "core/edits/masks.h"
#include "core/edits/qk_norm.h"
#include "core/edits/resize.h"
#include "core/edits/sentence.h"
#include "core/experiment/captured_attention.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/options.h"
#include "core/experiment/phrases.h"
#include "core/experiment/stage.h"
#include "core/experiment/validate.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

using S = StageId;

constexpr std::array of_inputs{S::inputs, S::source_inputs};
constexpr std::array of_queries_keys{S::queries, S::keys};
constexpr std::array of_projections{S::queries, S::keys, S::values};
constexpr std::array of_scaled{S::scaled_scores};
constexpr std::array of_masked{S::masked_scores};
constexpr std::array of_weights{S::weights};
constexpr std::array of_dropped{S::dropped_weights};

constexpr std::array variation_infos{
    VariationInfo{Variation::mask, "Mask", Field::mask, of_masked},
    VariationInfo{Variation::scale, "Scale", Field::scale, of_scaled},
    VariationInfo{Variation::softcap, "Softcap", Field::scale, of_scaled},
    VariationInfo{Variation::normalizer, "Normaliser", Field::normalization, of_weights},
    VariationInfo{Variation::temperature, "Temperature", Field::normalization, of_weights},
    VariationInfo{Variation::sink, "Sink", Field::sink, of_weights},
    VariationInfo{Variation::dropout, "Dropout", Field::everything, of_dropped},
    VariationInfo{Variation::positions, "Positions", Field::position, of_inputs},
    VariationInfo{Variation::rotary_layout, "Rotary layout", Field::rotary, of_queries_keys},
    VariationInfo{Variation::heads, "Heads", Field::everything, of_projections},
    VariationInfo{Variation::norm, "QK norm", Field::everything, of_queries_keys},
};

constexpr std::array temperatures{0.25, 0.5, 1.0, 2.0, 4.0};
constexpr std::uint64_t dropout_draws = 3;
constexpr std::array softcaps{50.0, 5.0, 2.0};
constexpr Index most_heads = 4;

Variant present(const Experiment& experiment, std::string name) {
    return {std::move(name), experiment, true};
}

/// Adds the present state if it is not in the list.
Variants with_present(std::vector<Variant> list, const Experiment& experiment, std::string name) {
    if (std::ranges::none_of(list, &Variant::is_present))
        list.push_back(present(experiment, std::move(name)));
    return {std::move(list), {}};
}

Variants masks(const Experiment& experiment) {
    const Mask& now = experiment.mask;
    const bool only_causal = now.causal && rules_of(now).size() == 1;
    Variant none{text_of(mask_words({})), experiment, !has_mask(now)};
    none.experiment.mask = {};
    Variant causal{text_of(say(phrase::causal)), experiment, only_causal};
    causal.experiment.mask = {};
    causal.experiment.mask.causal = true;
    return with_present({std::move(none), std::move(causal)}, experiment, text_of(mask_words(now)));
}

Variants scales(const Experiment& experiment) {
    const std::optional<double> now = experiment.scores.scale;
    Variant scaled{text_of(name_of_scale({})), experiment, !now};
    scaled.experiment.scores.scale.reset();
    Variant unscaled{text_of(name_of_scale(1)), experiment, now == 1.0};
    unscaled.experiment.scores.scale = 1;
    return with_present({std::move(scaled), std::move(unscaled)}, experiment, text_of(name_of_scale(now)));
}

std::string name_of_softcap(std::optional<double> softcap) {
    return text_of(softcap ? say(phrase::softcap_of, *softcap) : say(phrase::no_softcap));
}

Variants of_softcaps(const Experiment& experiment) {
    const std::optional<double> now = experiment.scores.softcap;
    Variants variants;
    const auto add = [&](std::optional<double> softcap) {
        Variant variant{name_of_softcap(softcap), experiment, softcap == now};
        variant.experiment.scores.softcap = softcap;
        variants.list.push_back(std::move(variant));
    };
    add(std::nullopt);
    for (const double softcap : softcaps)
        add(softcap);
    return with_present(std::move(variants.list), experiment, name_of_softcap(now));
}

Variants normalizers(const Experiment& experiment) {
    Variants variants;
    for (const Normalizer& each : lab::normalizers()) {
        Variant variant{text_of(say(each.words)), experiment, each.kind == experiment.normalization.kind};
        variant.experiment.normalization.kind = each.kind;
        variants.list.push_back(std::move(variant));
    }
    return variants;
}

Variants of_temperatures(const Experiment& experiment) {
    const double now = experiment.normalization.temperature;
    if (!normalizer(experiment).has_temperature)
        return {{present(experiment, text_of(say(phrase::temperature, now)))},
                text_of(say(phrase::no_temperature))};
    std::vector<double> all(temperatures.begin(), temperatures.end());
    if (std::ranges::find(all, now) == all.end())
        all.insert(std::ranges::lower_bound(all, now), now);
    Variants variants;
    for (const double temperature : all) {
        Variant variant{text_of(say(phrase::temperature, temperature)), experiment, temperature == now};
        variant.experiment.normalization.temperature = temperature;
        variants.list.push_back(std::move(variant));
    }
    return variants;
}

Said sink_name(const MatrixPtr& sink) {
    return !sink               ? say(phrase::no_sink)
           : sink->cols() == 1 ? say(phrase::with_sink, (*sink)(0, 0))
                               : say(phrase::with_sinks);
}

Variants of_sinks(const Experiment& experiment) {
    const MatrixPtr& now = experiment.normalization.sink;
    if (!normalizer(experiment).has_sink)
        return {{present(experiment, text_of(sink_name(now)))}, text_of(say(phrase::only_softmax_has_sinks))};
    Variant without{text_of(sink_name(nullptr)), experiment, !now};
    without.experiment.normalization.sink = nullptr;
    Variant with = without;
    with.experiment.normalization.sink = now ? now : share(Matrix::Zero(1, 1));
    with.name = text_of(sink_name(with.experiment.normalization.sink));
    with.is_present = now != nullptr;
    return {{std::move(without), std::move(with)}, {}};
}

Variants of_dropout(const Experiment& experiment) {
    const std::optional<Dropout>& now = experiment.dropout;
    Variants variants;
    variants.list.push_back({text_of(say(phrase::no_dropout)), with_dropout(experiment, {}), !now});
    const Dropout first = now.value_or(Dropout{0.1, 0});
    for (std::uint64_t more = 0; more < dropout_draws; ++more) {
        const Dropout draw{first.rate, first.seed + more};
        variants.list.push_back({text_of(say(phrase::rate_and_seed, draw.rate, std::to_string(draw.seed))),
                                 with_dropout(experiment, draw), now && more == 0});
    }
    return variants;
}

Variants of_positions(const Experiment& experiment) {
    const Position& now = experiment.embedding.position;
    if (!has_inputs(experiment))
        return {{present(experiment, text_of(name_of(now.kind)))},
                text_of(say(phrase::no_place_for_positions))};
    Variants variants;
    for (const PositionKind kind : {PositionKind::none, PositionKind::sinusoidal, PositionKind::learned}) {
        if (kind == now.kind)
            variants.list.push_back(present(experiment, text_of(name_of(kind))));
        else if (kind == PositionKind::learned && !now.table)
            variants.left_out = text_of(say(phrase::no_position_table));
        else if (auto next = with_position(experiment, kind))
            variants.list.push_back({text_of(name_of(kind)), std::move(next).value(), false});
        else
            variants.left_out = text_of(say(phrase::position_table_too_large));
    }
    return variants;
}

Variants of_rotary_layouts(const Experiment& experiment) {
    const auto name = [](RotaryLayout layout) {
        return text_of(say(layout == RotaryLayout::interleaved ? phrase::interleaved : phrase::half));
    };
    const RotaryLayout now = experiment.scores.rotary_layout;
    if (!experiment.scores.rotary)
        return {{present(experiment, name(now))}, text_of(say(phrase::not_rotary))};
    Variants variants;
    for (const RotaryLayout layout : {RotaryLayout::interleaved, RotaryLayout::half}) {
        variants.list.push_back({name(layout), experiment, layout == now});
        variants.list.back().experiment.scores.rotary_layout = layout;
    }
    return variants;
}

/// The same columns split among `wanted` heads; nullopt if that is impossible.
std::optional<Heads> heads_of(const Dimensions& d, Index wanted) {
    // Each group of keys serves as many heads as before, which keeps the widths of W_K and W_V.
    if (wanted * d.G % d.H != 0)
        return std::nullopt;
    const Heads heads{wanted, wanted * d.G / d.H};
    const bool splits = d.H * d.d_k % heads.count == 0 && d.G * d.d_v % heads.kv_count == 0 &&
                        d.G * d.d_k % heads.kv_count == 0;
    return splits ? std::optional(heads) : std::nullopt;
}

Experiment split_among(const Experiment& experiment, const Heads& heads) {
    Experiment next = experiment;
    next.heads = heads;
    fit_rotation(next);
    resize_sink(next);
    fit_added_scores(next);
    const Dimensions d = dimensions(next);
    resize_gains(next, d.d_k);
    std::erase_if(next.overrides, [&](const Override& each) {
        const StageInfo& stage = info(each.stage);
        return (stage.per_head && each.head >= d.H) || each.row >= length(stage.rows, d) ||
               each.column >= length(stage.columns, d);
    });
    return next;
}

Said uneven_words(const std::vector<Index>& heads) {
    if (heads.size() == 1 && heads.front() == 1)
        return say(phrase::uneven_for_one_head);
    std::vector<Said> counts;
    counts.reserve(heads.size());
    for (const Index each : heads)
        counts.push_back(say(phrase::just, each));
    return say(phrase::uneven_for_heads, list_of(std::move(counts), phrase::and_so_on));
}

Variants of_heads(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    Variants variants;
    std::vector<Index> missing;
    for (Index count = 1; count <= std::max(most_heads, d.H); ++count) {
        if (count == d.H) {
            variants.list.push_back(present(experiment, text_of(name_of_heads(count))));
            continue;
        }
        if (count > most_heads)
            continue;
        const auto heads = heads_of(d, count);
        if (!heads)
            missing.push_back(count);
        else if (Experiment next = split_among(experiment, *heads); !too_large(next))
            variants.list.push_back({text_of(name_of_heads(count)), std::move(next), false});
        else
            variants.left_out = text_of(say(phrase::heads_too_large));
    }
    if (!missing.empty())
        variants.left_out = text_of(uneven_words(missing));
    return variants;
}

Variants of_norms(const Experiment& experiment) {
    const auto now = kind_of_norm(experiment);
    Variants variants;
    for (const std::optional<QkNormKind> kind :
         {std::optional<QkNormKind>(), std::optional(QkNormKind::rms), std::optional(QkNormKind::l2)})
        variants.list.push_back({text_of(name_of_norm(kind)),
                                 kind == now ? experiment : with_norm(experiment, kind), kind == now});
    return variants;
}

} // namespace

std::span<const VariationInfo> all_variations() {
    return variation_infos;
}

const VariationInfo& info(Variation variation) {
    return variation_infos[static_cast<std::size_t>(variation)];
}

std::vector<Variation> telling_variations(const Experiment& experiment) {
    const bool is_alone = is_attention_alone(experiment);
    std::vector<Variation> telling;
    for (const VariationInfo& each : variation_infos) {
        if (!is_alone || each.stages.front() >= S::masked_scores)
            telling.push_back(each.variation);
    }
    return telling;
}

bool depends_on(StageId stage, Variation variation) {
    const auto depends = [variation](StageId each) { return depends_on(each, variation); };
    return std::ranges::find(info(variation).stages, stage) != info(variation).stages.end() ||
           std::ranges::any_of(info(stage).reads, depends);
}

Variants variants_of(const Experiment& experiment, Variation variation) {
    switch (variation) {
    case Variation::mask:
        return masks(experiment);
    case Variation::scale:
        return scales(experiment);
    case Variation::softcap:
        return of_softcaps(experiment);
    case Variation::normalizer:
        return normalizers(experiment);
    case Variation::temperature:
        return of_temperatures(experiment);
    case Variation::sink:
        return of_sinks(experiment);
    case Variation::dropout:
        return of_dropout(experiment);
    case Variation::positions:
        return of_positions(experiment);
    case Variation::rotary_layout:
        return of_rotary_layouts(experiment);
    case Variation::heads:
        return of_heads(experiment);
    case Variation::norm:
        return of_norms(experiment);
    }
    return {};
}

} // namespace lab
