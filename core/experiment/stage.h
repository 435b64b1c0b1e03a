// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of the computation, in order. A stage has one name everywhere: its key in the result, its
// StageId, its test.
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/experiment.h"
#include "core/experiment/stage_id.h"

#include <optional>
#include <span>
#include <string_view>

namespace lab {

/// What a row or a column of a stage represents.
enum class Axis {
    query_token,
    key_token,
    model_feature,
    key_feature,
    value_feature,
    concat_feature,
    output_feature
};

struct StageInfo {
    StageId id;
    std::string_view name;  ///< "scaled_scores", the key in the result
    std::string_view title; ///< "Scaled scores"
    const char* symbol;     ///< of its cells in formulas: "Q", "scaled"
    std::string_view file;  ///< the source file that computes it, without its extension
    bool per_head;          ///< the result holds H matrices
    Axis rows, columns;     ///< in row notation
    std::span<const StageId> reads;
    std::span<const Field> fields; ///< what it reads directly from the experiment, besides the tokens
};

/// One number of a computation, by position.
struct CellRef {
    StageId stage = StageId::inputs;
    HeadIndex head = 0; ///< 0 for a stage that has no heads
    Index row = 0, column = 0;
    bool operator==(const CellRef&) const = default;
};

std::span<const StageInfo> all_stages();
const StageInfo& info(StageId id);
std::optional<StageId> stage_named(std::string_view name);

/// True for an axis of tokens.
bool is_token_axis(Axis axis);
/// True if both axes show the same things, so that both are highlighted together. Queries and keys are the
/// same tokens unless they come from two sequences (`cross`).
bool same_axis(Axis a, Axis b, bool cross);

/// How many rows or columns an axis has.
Index length(Axis axis, const Dimensions& dimensions);

/// Whether this experiment computes that stage: `direct` has no inputs, and only cross-attention has source
/// inputs, only dropout drops weights.
bool has_stage(const Experiment& experiment, StageId id);
/// Whether the cell is what the sink takes of a row of weights: that is addressed as the column after the
/// last key, though no matrix holds it. See sink_shares().
bool is_sink_share(const Experiment& experiment, const CellRef& cell);
/// Whether the experiment computes that cell, which may be a sink's share.
bool has_cell(const Experiment& experiment, const CellRef& cell);
/// The inputs that queries, keys or values are computed from.
StageId inputs_of(const Experiment& experiment, StageId stage);
/// Whether the stage holds attention weights, before dropout or after it.
bool holds_weights(StageId stage);
/// The weights by which the values are summed: those after dropout where there is dropout.
StageId weights_in_use(const Experiment& experiment);

} // namespace lab
