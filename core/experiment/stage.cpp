// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/stage.h"

#include "core/experiment/normalizers.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

using S = StageId;
using F = Field;

constexpr std::array<StageId, 0> nothing{};
constexpr std::array from_inputs{S::inputs};
// Self-attention has no source inputs, and in cross-attention keys and values read nothing else. Naming both
// costs an unnecessary recomputation there, but never misses one.
constexpr std::array from_key_inputs{S::inputs, S::source_inputs};
constexpr std::array from_queries_keys{S::queries, S::keys};
constexpr std::array from_scores{S::scores};
constexpr std::array from_scaled{S::scaled_scores};
constexpr std::array from_masked{S::masked_scores};
constexpr std::array from_weights{S::weights};
// Only one kind of weights is read: those after dropout where there is dropout.
constexpr std::array from_weights_values{S::weights, S::dropped_weights, S::values};
constexpr std::array from_head_outputs{S::head_outputs};
constexpr std::array from_concat{S::concat};

constexpr std::array<Field, 0> no_fields{};
constexpr std::array input_fields{F::embedding, F::X, F::position, F::offset};
constexpr std::array source_input_fields{F::embedding, F::X_source, F::position, F::offset};
constexpr std::array query_fields{F::W_Q, F::b_Q, F::Q, F::qk_norm, F::g_Q, F::rotary, F::offset};
constexpr std::array key_fields{F::W_K, F::b_K, F::K, F::qk_norm, F::g_K, F::rotary, F::offset};
constexpr std::array value_fields{F::W_V, F::b_V, F::V};
constexpr std::array scale_fields{F::scale, F::additive, F::offset};
constexpr std::array mask_fields{F::mask, F::offset};
constexpr std::array weight_fields{F::normalization, F::sink};
constexpr std::array dropout_fields{F::dropout};
constexpr std::array output_fields{F::W_O, F::b_O};

constexpr std::string_view qkv_file = "03_queries_keys_values";

constexpr std::array stages{
    StageInfo{S::inputs, "inputs", "Inputs", "X", "02_inputs", false, Axis::query_token, Axis::model_feature,
              nothing, input_fields},
    StageInfo{S::source_inputs, "source_inputs", "Source inputs", "X_source", "02_inputs", false,
              Axis::key_token, Axis::model_feature, nothing, source_input_fields},
    StageInfo{S::queries, "queries", "Queries", "Q", qkv_file, true, Axis::query_token, Axis::key_feature,
              from_inputs, query_fields},
    StageInfo{S::keys, "keys", "Keys", "K", qkv_file, true, Axis::key_token, Axis::key_feature,
              from_key_inputs, key_fields},
    StageInfo{S::values, "values", "Values", "V", qkv_file, true, Axis::key_token, Axis::value_feature,
              from_key_inputs, value_fields},
    StageInfo{S::scores, "scores", "Scores", "S", "04_scores", true, Axis::query_token, Axis::key_token,
              from_queries_keys, no_fields},
    StageInfo{S::scaled_scores, "scaled_scores", "Scaled scores", "scaled", "05_scaled_scores", true,
              Axis::query_token, Axis::key_token, from_scores, scale_fields},
    StageInfo{S::masked_scores, "masked_scores", "Masked scores", "masked", "06_masked_scores", true,
              Axis::query_token, Axis::key_token, from_scaled, mask_fields},
    StageInfo{S::weights, "weights", "Attention weights", "A", "07_weights", true, Axis::query_token,
              Axis::key_token, from_masked, weight_fields},
    StageInfo{S::dropped_weights, "dropped_weights", "Weights after dropout", "dropped", "08_dropped_weights",
              true, Axis::query_token, Axis::key_token, from_weights, dropout_fields},
    StageInfo{S::head_outputs, "head_outputs", "Head output", "Z", "09_head_outputs", true, Axis::query_token,
              Axis::value_feature, from_weights_values, no_fields},
    StageInfo{S::concat, "concat", "Concatenation", "concat", "10_output", false, Axis::query_token,
              Axis::concat_feature, from_head_outputs, no_fields},
    StageInfo{S::output, "output", "Output", "Y", "10_output", false, Axis::query_token, Axis::output_feature,
              from_concat, output_fields},
};

} // namespace

std::span<const StageInfo> all_stages() {
    return stages;
}

const StageInfo& info(StageId id) {
    return stages[static_cast<std::size_t>(id)];
}

std::optional<StageId> stage_named(std::string_view name) {
    const auto found = std::ranges::find(stages, name, &StageInfo::name);
    return found == stages.end() ? std::nullopt : std::optional(found->id);
}

bool is_token_axis(Axis axis) {
    return axis == Axis::query_token || axis == Axis::key_token;
}

bool same_axis(Axis a, Axis b, bool cross) {
    return a == b || (!cross && is_token_axis(a) && is_token_axis(b));
}

Index length(Axis axis, const Dimensions& dimensions) {
    switch (axis) {
    case Axis::query_token:
        return dimensions.n_q;
    case Axis::key_token:
        return dimensions.n_k;
    case Axis::model_feature:
        return dimensions.d_model;
    case Axis::key_feature:
        return dimensions.d_k;
    case Axis::value_feature:
        return dimensions.d_v;
    case Axis::concat_feature:
        return dimensions.H * dimensions.d_v;
    case Axis::output_feature:
        return dimensions.d_out;
    }
    return 0;
}

bool has_stage(const Experiment& experiment, StageId id) {
    if (id == StageId::inputs)
        return has_inputs(experiment);
    if (id == StageId::source_inputs)
        return has_inputs(experiment) && experiment.source;
    if (id == StageId::dropped_weights)
        return experiment.dropout.has_value();
    return true;
}

bool is_sink_share(const Experiment& experiment, const CellRef& cell) {
    return cell.stage == StageId::weights && sink_of(experiment.normalization, cell.head) &&
           cell.column == static_cast<Index>(key_tokens(experiment).size());
}

bool has_cell(const Experiment& experiment, const CellRef& cell) {
    if (is_empty(experiment) || !has_stage(experiment, cell.stage))
        return false;
    const StageInfo& stage = info(cell.stage);
    const Dimensions d = dimensions(experiment);
    return cell.head < (stage.per_head ? d.H : 1) && cell.row < length(stage.rows, d) &&
           (cell.column < length(stage.columns, d) || is_sink_share(experiment, cell));
}

StageId inputs_of(const Experiment& experiment, StageId stage) {
    return experiment.source && stage != StageId::queries ? StageId::source_inputs : StageId::inputs;
}

bool holds_weights(StageId stage) {
    return stage == StageId::weights || stage == StageId::dropped_weights;
}

StageId weights_in_use(const Experiment& experiment) {
    return experiment.dropout ? StageId::dropped_weights : StageId::weights;
}

} // namespace lab
