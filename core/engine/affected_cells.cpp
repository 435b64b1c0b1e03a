// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/affected_cells.h"

#include "core/engine/evaluate.h"
#include "core/engine/stage_reads.h"
#include "core/experiment/masks.h"
#include "core/experiment/overrides.h"
#include "core/experiment/parameter.h"

#include <algorithm>
#include <tuple>

namespace lab {

namespace {

/// The part of `block` within `columns`, with columns counted from the first of `columns`.
Block within(Block block, const Columns& columns) {
    const Index first = std::max(block.column, columns.first);
    const Index end = std::min(block.column + block.columns, columns.first + columns.count);
    block.column = first - columns.first;
    block.columns = std::max<Index>(end - first, 0);
    return block;
}

/// Whether the stage's numbers depend on where its sequences begin. Within one sequence, what is later and
/// how far apart two tokens are does not.
bool reads_positions(const Experiment& experiment, StageId stage) {
    switch (stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return experiment.embedding.position.kind != PositionKind::none;
    case StageId::queries:
    case StageId::keys:
        return experiment.scores.rotary;
    case StageId::scaled_scores:
        return experiment.source && experiment.scores.bias == ScoreBias::alibi;
    case StageId::masked_scores:
        return experiment.source &&
               std::ranges::any_of(rules_of(experiment.mask), &MaskRule::reads_positions);
    default:
        return false;
    }
}

} // namespace

AffectedCells::AffectedCells(const Experiment& experiment, const Dimensions& dimensions, const Change& change,
                             const std::vector<Override>& overrides_before)
    : m_experiment(experiment), m_d(dimensions), m_cells(dimensions.H) {
    add_overrides(overrides_before);
    // Stages are in order of computation, so one pass propagates a change through all of them.
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id))
            continue;
        for (HeadIndex head = 0; head < (stage.per_head ? m_d.H : 1); ++head) {
            add_own(stage, head, change);
            for_each_read(experiment, stage.id, head, [&](const StageRead& read) {
                for (const Block& block : cells(read.earlier, read.earlier_head))
                    add(stage.id, head, cells_reading(experiment, m_d, read, block));
            });
        }
    }
}

void AffectedCells::add(StageId stage, HeadIndex head, const Block& block) {
    if (block.rows <= 0 || block.columns <= 0)
        return;
    m_cells(stage, head).push_back(widened(m_experiment, m_d, stage, block));
}

Block AffectedCells::whole(const StageInfo& stage) const {
    return {0, 0, length(stage.rows, m_d), length(stage.columns, m_d)};
}

void AffectedCells::add_overrides(const std::vector<Override>& before) {
    const std::vector<Override>& after = m_experiment.overrides;
    const auto has_same_effect = [](const Override& a, const Override& b) {
        return cell_of(a) == cell_of(b) && a.value == b.value;
    };
    if (std::ranges::equal(before, after, has_same_effect)) // as most edits leave them
        return;
    const std::vector<const Override*> old = overrides_in_force(before), now = overrides_in_force(after);
    const auto place = [](const Override* each) {
        return std::tuple(each->stage, each->head, each->row, each->column);
    };
    const auto add_cell = [this](const Override* each) {
        add(each->stage, each->head, {each->row, each->column, 1, 1});
    };
    // Both are in the order of their cells.
    auto other = now.begin();
    for (const Override* each : old) {
        for (; other != now.end() && place(*other) < place(each); ++other)
            add_cell(*other);
        const bool is_there = other != now.end() && place(*other) == place(each);
        if (!is_there || (*other)->value != each->value)
            add_cell(each);
        other += is_there ? 1 : 0;
    }
    std::for_each(other, now.end(), add_cell);
}

/// Adds the cells of a stage that the change affects directly.
void AffectedCells::add_own(const StageInfo& stage, HeadIndex head, const Change& change) {
    if (std::ranges::find(stage.fields, change.field) == stage.fields.end())
        return;
    const bool given = has_given_inputs(m_experiment);
    if (given ? change.field == Field::embedding
              : change.field == Field::X || change.field == Field::X_source)
        return; // kept, and not read
    if (change.field == Field::offset && !reads_positions(m_experiment, stage.id))
        return;
    const Block all = whole(stage);
    if (!change.block)
        return add(stage.id, head, all);
    const Block& block = *change.block;
    switch (change.field) {
    case Field::embedding:
        return add_rows_of_tokens(stage, block);
    case Field::X:
    case Field::X_source:
        return add(stage.id, head, block);
    case Field::position: { // the table may have rows before and after those that the sentence reads
        const FirstPositions positions = first_positions(m_experiment);
        const Index offset = stage.id == StageId::inputs ? positions.query : positions.key;
        const Index first = std::max<Index>(block.row - offset, 0);
        const Index end = std::min(block.row + block.rows - offset, all.rows);
        return add(stage.id, head, {first, block.column, end - first, block.columns});
    }
    case Field::W_O:
    case Field::b_O:
        return add(stage.id, head, {0, block.column, all.rows, block.columns});
    case Field::mask:
        return add(stage.id, head, block);
    case Field::sink: // one for all heads, or one for each
        if (m_experiment.normalization.sink->cols() == 1 ||
            (block.column <= head && head < block.column + block.columns))
            add(stage.id, head, all);
        return;
    case Field::additive: {
        const Split split = split_of(m_experiment, ParameterId::additive);
        const Index width = split == Split::none ? m_d.n_k : m_d.H * m_d.n_k;
        return add(stage.id, head, within(block, head_columns(width, split, m_experiment.heads, head)));
    }
    default:
        break;
    }
    const auto parameter = std::ranges::find(all_parameters(), change.field, &ParameterInfo::field);
    if (parameter == all_parameters().end())
        return add(stage.id, head, all);
    if (is_gain(parameter->id))
        return add(stage.id, head, {0, block.column, all.rows, block.columns});
    const MatrixPtr& matrix = projection_matrix(m_experiment.projection, parameter->id);
    Block own = within(block, head_columns(matrix->cols(), parameter->split, m_experiment.heads, head));
    // Rows of given Q, K and V are tokens. Every row of a weight or bias affects all tokens.
    const bool by_token = m_experiment.projection.kind == ProjectionKind::direct;
    add(stage.id, head, {by_token ? own.row : 0, own.column, by_token ? own.rows : all.rows, own.columns});
}

/// The rows of E are the distinct tokens, each of which may occur at several positions.
void AffectedCells::add_rows_of_tokens(const StageInfo& stage, const Block& cells_of_table) {
    const std::vector<std::string> distinct = distinct_tokens(m_experiment);
    const auto& tokens =
        stage.id == StageId::source_inputs ? m_experiment.source->tokens : m_experiment.sequence.tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        for (Index row = cells_of_table.row; row < cells_of_table.row + cells_of_table.rows; ++row) {
            if (tokens[i] == distinct[static_cast<std::size_t>(row)])
                add(stage.id, 0, {static_cast<Index>(i), cells_of_table.column, 1, cells_of_table.columns});
        }
    }
}

} // namespace lab
