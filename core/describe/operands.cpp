// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/operands.h"

#include "core/describe/names.h"
#include "core/engine/stage_reads.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/rotation.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/08_dropped_weights.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

/// The stages from queries and keys to a weight, with one number per pair of tokens.
constexpr std::array pair_stages{StageId::scores, StageId::scaled_scores, StageId::masked_scores,
                                 StageId::weights, StageId::dropped_weights};

/// The cell's column, along with its partner if it is rotated: one run of columns, or two.
std::vector<Columns> turned_together(const Experiment& experiment, const CellRef& cell) {
    const Columns own{cell.column, 1};
    const bool turns = cell.stage == StageId::queries || cell.stage == StageId::keys;
    return turns ? Rotation(experiment).with_partners(own) : std::vector{own};
}

/// The columns of the cell's row that must be projected to obtain it: of a normalised row all.
std::vector<Columns> projected_together(const Experiment& experiment, const CellRef& cell) {
    return is_normalized(experiment, cell.stage) ? std::vector{Columns{0, dimensions(experiment).d_k}}
                                                 : turned_together(experiment, cell);
}

void add_stages(const Experiment& experiment, const CellRef& cell, Operands& all) {
    const Dimensions d = dimensions(experiment);
    for_each_read(experiment, cell.stage, cell.head, [&](const StageRead& read) {
        for (const Columns& run : projected_together(experiment, cell)) {
            const Block at{cell.row, run.first, 1, run.count};
            const StageBlock part{read.earlier, read.earlier_head, cells_read(experiment, d, read, at)};
            // Nothing of another head's output is read, and one row of inputs for both columns of a pair.
            if (part.block.columns > 0 && (all.stages.empty() || all.stages.back() != part))
                all.stages.push_back(part);
        }
    });
}

void add_projection(const Experiment& experiment, const CellRef& cell, Operands& all) {
    const ProjectionNames names = projection_of(cell.stage);
    const Projection& p = experiment.projection;
    const Split split = info(names.weights).split;
    if (is_normalized(experiment, cell.stage) && parameter(experiment, gains_of(cell.stage))) {
        for (const Columns& run : turned_together(experiment, cell))
            all.parameters.push_back({gains_of(cell.stage), {0, run.first, 1, run.count}});
    }
    const auto add = [&](ParameterId id, Index row, Index rows) {
        const Index width = projection_matrix(p, id)->cols();
        const Index first = head_columns(width, split, experiment.heads, cell.head).first;
        for (const Columns& run : projected_together(experiment, cell))
            all.parameters.push_back({id, {row, first + run.first, rows, run.count}});
    };
    switch (p.kind) {
    case ProjectionKind::linear:
        add(names.weights, 0, dimensions(experiment).d_model);
        if (projection_matrix(p, names.bias))
            add(names.bias, 0, 1);
        return;
    case ProjectionKind::identity:
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
    if (!p.W_O)
        return;
    all.parameters.push_back({ParameterId::W_O, {0, cell.column, p.W_O->rows(), 1}});
    if (p.b_O)
        all.parameters.push_back({ParameterId::b_O, {0, cell.column, 1, 1}});
}

void add_own(const Experiment& experiment, const CellRef& cell, Operands& all) {
    add_stages(experiment, cell, all);
    switch (cell.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return add_inputs(experiment, cell, all);
    case StageId::queries:
    case StageId::keys:
    case StageId::values:
        return add_projection(experiment, cell, all);
    case StageId::scaled_scores:
        if (!experiment.scores.additive.empty()) {
            const ParameterCell added = added_cell(experiment, cell);
            all.parameters.push_back({added.id, {added.row, added.column, 1, 1}});
        }
        return;
    case StageId::weights:
        if (sink_of(experiment.normalization, cell.head))
            all.parameters.push_back({ParameterId::sink, {0, sink_cell(experiment, cell.head).column, 1, 1}});
        return;
    case StageId::output:
        return add_output(experiment, cell, all);
    default:
        return;
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
