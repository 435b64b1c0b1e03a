// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/operands.h"

#include "core/experiment/rotation.h"
#include "core/explain/names.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/08_dropped_weights.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

/// The stages from queries and keys to a weight, with one number per pair of tokens.
constexpr std::array pair_stages{StageId::scores, StageId::scaled_scores, StageId::masked_scores,
                                 StageId::weights, StageId::dropped_weights};

/// The column of a feature, along with its partner if it is rotated: one run of columns, or two.
std::vector<Columns> turned_together(const Experiment& experiment, const CellRef& cell) {
    const Columns own{cell.column, 1};
    return cell.stage == StageId::values ? std::vector{own} : Rotation(experiment).with_partners(own);
}

void add_projection(const Experiment& experiment, const CellRef& cell, Operands& all) {
    const ProjectionNames names = projection_of(cell.stage);
    const Projection& p = experiment.projection;
    const Split split = info(names.weights).split;
    const bool normalizes = is_normalized(experiment, cell.stage);
    const std::vector<Columns> turned = turned_together(experiment, cell);
    if (normalizes && parameter(experiment, gains_of(cell.stage))) {
        for (const Columns& run : turned)
            all.parameters.push_back({gains_of(cell.stage), {0, run.first, 1, run.count}});
    }
    const std::vector<Columns> read =
        normalizes ? std::vector{Columns{0, dimensions(experiment).d_k}} : turned;
    const auto first_column = [&](Index width) {
        return head_columns(width, split, experiment.heads, cell.head).first;
    };
    const auto add = [&](ParameterId id, Index row, Index rows) {
        const Index first = first_column(projection_matrix(p, id)->cols());
        for (const Columns& run : read)
            all.parameters.push_back({id, {row, first + run.first, rows, run.count}});
    };
    const StageId x = inputs_of(experiment, cell.stage);
    const Index d_model = dimensions(experiment).d_model;
    switch (p.kind) {
    case ProjectionKind::linear:
        all.stages.push_back({x, 0, {cell.row, 0, 1, d_model}});
        add(names.weights, 0, d_model);
        if (projection_matrix(p, names.bias))
            add(names.bias, 0, 1);
        return;
    case ProjectionKind::identity:
        for (const Columns& run : read)
            all.stages.push_back({x, 0, {cell.row, first_column(d_model) + run.first, 1, run.count}});
        return;
    case ProjectionKind::direct:
        return add(names.given, cell.row, 1);
    }
}

void add_inputs(const Experiment& experiment, const CellRef& cell, Operands& all) {
    const ParameterCell vector = vector_of(experiment, cell);
    all.parameters.push_back({vector.id, {vector.row, vector.column, 1, 1}});
    const Sequence& sequence =
        cell.stage == StageId::source_inputs ? *experiment.source : experiment.sequence;
    if (experiment.embedding.position.kind == PositionKind::learned)
        all.parameters.push_back({ParameterId::position, {sequence.offset + cell.row, cell.column, 1, 1}});
}

void add_output(const Experiment& experiment, const CellRef& cell, Operands& all) {
    const Projection& p = experiment.projection;
    if (!p.W_O) {
        all.stages.push_back({StageId::concat, 0, {cell.row, cell.column, 1, 1}});
        return;
    }
    all.stages.push_back({StageId::concat, 0, {cell.row, 0, 1, p.W_O->rows()}});
    all.parameters.push_back({ParameterId::W_O, {0, cell.column, p.W_O->rows(), 1}});
    if (p.b_O)
        all.parameters.push_back({ParameterId::b_O, {0, cell.column, 1, 1}});
}

void add_own(const Experiment& experiment, const CellRef& cell, Operands& all) {
    const Dimensions d = dimensions(experiment);
    const auto add = [&](StageId stage, const Block& block) {
        all.stages.push_back({stage, cell.head, block});
    };
    switch (cell.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return add_inputs(experiment, cell, all);
    case StageId::queries:
    case StageId::keys:
    case StageId::values:
        return add_projection(experiment, cell, all);
    case StageId::scores:
        add(StageId::queries, {cell.row, 0, 1, d.d_k});
        return add(StageId::keys, {cell.column, 0, 1, d.d_k});
    case StageId::scaled_scores:
        if (!experiment.scores.additive.empty()) {
            const ParameterCell added = added_cell(experiment, cell);
            all.parameters.push_back({added.id, {added.row, added.column, 1, 1}});
        }
        return add(StageId::scores, {cell.row, cell.column, 1, 1});
    case StageId::masked_scores:
        return add(StageId::scaled_scores, {cell.row, cell.column, 1, 1});
    case StageId::weights:
        if (sink_of(experiment.normalization, cell.head))
            all.parameters.push_back({ParameterId::sink, {0, sink_cell(experiment, cell.head).column, 1, 1}});
        return add(StageId::masked_scores, experiment.normalization.kind == NormalizationKind::sigmoid
                                               ? Block{cell.row, cell.column, 1, 1}
                                               : Block{cell.row, 0, 1, d.n_k});
    case StageId::dropped_weights:
        return add(StageId::weights, {cell.row, cell.column, 1, 1});
    case StageId::head_outputs:
        add(weights_in_use(experiment), {cell.row, 0, 1, d.n_k});
        return add(StageId::values, {0, cell.column, d.n_k, 1});
    case StageId::concat:
        all.stages.push_back(
            {StageId::head_outputs, cell.column / d.d_v, {cell.row, cell.column % d.d_v, 1, 1}});
        return;
    case StageId::output:
        return add_output(experiment, cell, all);
    }
}

} // namespace

Operands read_by(const Experiment& experiment, const CellRef& cell) {
    Operands all;
    add_own(experiment, cell, all);
    return all;
}

std::vector<CellRef> chain_to(const Experiment& experiment, const CellRef& cell) {
    // A sink has no key to be compared with, and a dropped weight is 0 whatever it was.
    if (is_sink_share(experiment, cell) || is_dropped(experiment, cell))
        return {cell};
    const auto here = std::ranges::find(pair_stages, cell.stage);
    if (here != pair_stages.end()) {
        std::vector<CellRef> chain;
        for (auto stage = pair_stages.begin(); stage <= here; ++stage)
            chain.push_back({*stage, cell.head, cell.row, cell.column});
        return chain;
    }
    if (cell.stage == StageId::concat) {
        const Index d_v = dimensions(experiment).d_v;
        return {{StageId::head_outputs, cell.column / d_v, cell.row, cell.column % d_v}, cell};
    }
    if (cell.stage == StageId::output && !experiment.projection.W_O) {
        std::vector<CellRef> chain = chain_to(experiment, {StageId::concat, 0, cell.row, cell.column});
        chain.push_back(cell);
        return chain;
    }
    return {cell};
}

Operands operands(const Experiment& experiment, const CellRef& cell) {
    Operands all;
    for (const CellRef& each : chain_to(experiment, cell))
        add_own(experiment, each, all);
    return all;
}

} // namespace lab
