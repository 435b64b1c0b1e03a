// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/evaluate.h"

#include "core/base/parallel.h"
#include "core/experiment/overrides.h"
#include "core/experiment/parameter.h"
#include "core/experiment/rotation.h"
#include "core/stages/02_inputs.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/03_queries_keys_values.h"
#include "core/stages/04_scores.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"
#include "core/stages/08_dropped_weights.h"
#include "core/stages/09_head_outputs.h"
#include "core/stages/10_output.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

/// Computes cells of a stage without applying overrides.
void compute_cells(const Experiment& e, const Dimensions& d, StageId stage, HeadIndex head, const Block& at,
                   const ReadStage& read, MatrixRef result) {
    const StageId key_inputs = e.source ? StageId::source_inputs : StageId::inputs;
    const auto x = [&](StageId inputs) -> ConstMatrixRef {
        static const Matrix none;
        return has_inputs(e) ? read(inputs, 0, {at.row, 0, at.rows, d.d_model}) : ConstMatrixRef(none);
    };
    switch (stage) {
    case StageId::inputs:
        return inputs(e.sequence, parameter(e, ParameterId::X).get(), e.embedding, at, result);
    case StageId::source_inputs:
        return inputs(*e.source, parameter(e, ParameterId::X_source).get(), e.embedding, at, result);
    case StageId::queries:
        return queries(e, x(StageId::inputs), head, at, result);
    case StageId::keys:
        return keys(e, x(key_inputs), head, at, result);
    case StageId::values:
        return values(e, x(key_inputs), head, at, result);
    case StageId::scores:
        return scores(read(StageId::queries, head, {at.row, 0, at.rows, d.d_k}),
                      read(StageId::keys, head, {at.column, 0, at.columns, d.d_k}), result);
    case StageId::scaled_scores:
        return scaled_scores(read(StageId::scores, head, at), e.scores, d.d_k, head, d.H, first_positions(e),
                             at, result);
    case StageId::masked_scores:
        return masked_scores(read(StageId::scaled_scores, head, at), e.mask, first_positions(e), at, result);
    case StageId::weights:
        return weights(read(StageId::masked_scores, head, at), e.normalization, head, result);
    case StageId::dropped_weights:
        return dropped_weights(read(StageId::weights, head, at), *e.dropout, d, head, at, result);
    case StageId::head_outputs:
        return head_output(read(weights_in_use(e), head, {at.row, 0, at.rows, d.n_k}),
                           read(StageId::values, head, {0, at.column, d.n_k, at.columns}), result);
    case StageId::concat:
        for (HeadIndex each = at.column / d.d_v; each * d.d_v < at.column + at.columns; ++each)
            concat(read(StageId::head_outputs, each, {at.row, 0, at.rows, d.d_v}), each - at.column / d.d_v,
                   result);
        return;
    case StageId::output:
        return output(read(StageId::concat, 0, {at.row, 0, at.rows, d.H * d.d_v}), e.projection, at.column,
                      result);
    }
}

constexpr std::array of_queries{StageId::inputs};
constexpr std::array of_source{StageId::source_inputs};
constexpr std::array query_projection{StageId::queries};
constexpr std::array key_projection{StageId::keys};
constexpr std::array value_projection{StageId::values};
constexpr std::array attention{StageId::scores,  StageId::scaled_scores,   StageId::masked_scores,
                               StageId::weights, StageId::dropped_weights, StageId::head_outputs};
constexpr std::array recombination{StageId::concat, StageId::output};
constexpr std::array<std::span<const StageId>, 7> all_steps{
    of_queries, of_source, query_projection, key_projection, value_projection, attention, recombination};

} // namespace

std::span<const std::span<const StageId>> steps() {
    return all_steps;
}

void evaluate(const Experiment& experiment, const Dimensions& dimensions, StageId stage, HeadIndex head,
              const Block& at, const ReadStage& read, MatrixRef result) {
    compute_cells(experiment, dimensions, stage, head, at, read, result);
    add_work(static_cast<double>(at.rows) * static_cast<double>(at.columns) *
             multiplications_per_cell(experiment, dimensions, stage));
    override_cells(experiment.overrides, stage, head, at, result);
}

Block widened(const Experiment& experiment, const Dimensions& d, StageId stage, const Block& at) {
    if (is_normalized(experiment, stage))
        return {at.row, 0, at.rows, d.d_k};
    if (stage == StageId::queries || stage == StageId::keys)
        return Rotation(experiment.scores, d.d_k).widened(at);
    // Columns are computed in multiples of this; the last group may be smaller.
    Index together = 1;
    if (stage == StageId::weights)
        together = d.n_k;
    else if (stage == StageId::concat)
        together = d.d_v;
    const Index first = at.column / together * together;
    const Index end = (at.column + at.columns + together - 1) / together * together;
    return {at.row, first, at.rows, std::min(end, length(info(stage).columns, d)) - first};
}

double multiplications_per_cell(const Experiment& experiment, const Dimensions& dimensions, StageId stage) {
    constexpr double memory = 8; // writing a number, and reading one that is used only once
    constexpr double exponential = 50;
    constexpr double draw = 30; // of a random number
    switch (stage) {
    case StageId::queries:
    case StageId::keys:
    case StageId::values: {
        const bool linear = experiment.projection.kind == ProjectionKind::linear;
        constexpr double division = 4;
        return memory + (linear ? static_cast<double>(dimensions.d_model) : 0) +
               (is_normalized(experiment, stage) ? division : 0);
    }
    case StageId::scores:
        return memory + static_cast<double>(dimensions.d_k);
    case StageId::scaled_scores:
        return memory + (experiment.scores.softcap ? exponential : 0);
    case StageId::weights:
        return memory + exponential;
    case StageId::dropped_weights:
        return memory + draw;
    case StageId::head_outputs:
        return memory + static_cast<double>(dimensions.n_k);
    case StageId::output:
        return memory + (experiment.projection.W_O ? static_cast<double>(dimensions.H * dimensions.d_v) : 0);
    default:
        return memory;
    }
}

} // namespace lab
