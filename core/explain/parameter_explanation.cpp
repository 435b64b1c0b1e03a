// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/parameter_explanation.h"

#include "core/explain/names.h"
#include "core/explain/operands.h"

#include <algorithm>

namespace lab {

namespace {

std::string feature_text(Index index) {
    return "feature " + std::to_string(index + 1);
}

/// Names what the parameter yields for a token.
std::string made_by(ParameterId id) {
    switch (id) {
    case ParameterId::W_Q:
    case ParameterId::b_Q:
    case ParameterId::Q:
        return "the query";
    case ParameterId::W_K:
    case ParameterId::b_K:
    case ParameterId::K:
        return "the key";
    default:
        return "the value";
    }
}

std::string purpose_of(const Experiment& experiment, const ParameterCell& cell) {
    const auto its = head_feature(experiment, cell.id, cell.column);
    const std::string column = feature_text(its ? its->feature : cell.column);
    const std::string heads = its ? ", in " + heads_text(*its) : "";
    switch (cell.id) {
    case ParameterId::E: {
        const std::string word = distinct_tokens(experiment)[static_cast<std::size_t>(cell.row)];
        return column + " of the vector of " + in_quotes(word);
    }
    case ParameterId::position:
        return "what is added to " + column + " of the token at position " + std::to_string(cell.row + 1);
    case ParameterId::W_Q:
    case ParameterId::W_K:
    case ParameterId::W_V:
        return "how much " + feature_text(cell.row) + " of a token counts for " + column + " of " +
               made_by(cell.id) + heads;
    case ParameterId::b_Q:
    case ParameterId::b_K:
    case ParameterId::b_V:
        return "what is added to " + column + " of " + made_by(cell.id) + " of every token" + heads;
    case ParameterId::W_O:
        return "how much " + feature_text(cell.row) + " of the heads counts for " + column + " of the output";
    case ParameterId::b_O:
        return "what is added to " + column + " of every output";
    case ParameterId::Q:
        return column + " of the query of " + label_in_sentence(experiment, Axis::query_token, cell.row) +
               heads;
    case ParameterId::K:
    case ParameterId::V:
        return column + " of " + made_by(cell.id) + " of " +
               label_in_sentence(experiment, Axis::key_token, cell.row) + heads;
    }
    return {};
}

/// "“sky”", "2 tokens", "every token"; for features "feature 2", "every feature".
std::string extent(const Experiment& experiment, Axis axis, Index first, Index count, Index all) {
    const bool tokens = is_token_axis(axis);
    const std::string kind = !tokens ? "feature" : axis == Axis::key_token ? "key" : "token";
    if (count >= all)
        return all == 1 && !tokens ? feature_text(0) : "every " + kind;
    if (count == 1)
        return label_in_sentence(experiment, axis, first);
    return std::to_string(count) + " " + kind + "s";
}

/// The smallest block that contains all of them.
Block around(const std::vector<StageBlock>& all) {
    Block box = all.front().block;
    for (const StageBlock& each : all) {
        const Index row_end = std::max(box.row + box.rows, each.block.row + each.block.rows);
        const Index column_end = std::max(box.column + box.columns, each.block.column + each.block.columns);
        box.row = std::min(box.row, each.block.row);
        box.column = std::min(box.column, each.block.column);
        box.rows = row_end - box.row;
        box.columns = column_end - box.column;
    }
    return box;
}

ParameterExplanation::Affected affected(const Experiment& experiment, const std::vector<StageBlock>& blocks) {
    const StageBlock& first = blocks.front();
    const StageInfo& stage = info(first.stage);
    const Dimensions d = dimensions(experiment);
    const Block box = around(blocks);
    ParameterExplanation::Affected result;
    result.stage = stage_text(experiment, first.stage, first.head);
    const std::string rows = extent(experiment, stage.rows, box.row, box.rows, length(stage.rows, d));
    const std::string columns =
        extent(experiment, stage.columns, box.column, box.columns, length(stage.columns, d));
    result.cells = is_token_axis(stage.columns) ? rows + " → " + columns : columns + " of " + rows;
    result.first = CellRef{first.stage, first.head, first.block.row, first.block.column};
    return result;
}

} // namespace

ParameterExplanation explain(const Experiment& experiment, const ParameterCell& cell) {
    ParameterExplanation explanation;
    explanation.cell = cell;
    const Operand named = operand_of(experiment, cell);
    explanation.value = named.value;
    explanation.title = info(cell.id).title;
    explanation.name = formula::named(named.symbol, named.index);
    explanation.words = purpose_of(experiment, cell);
    const std::vector<StageBlock> all = dependents(experiment, cell);
    for (auto first = all.begin(); first != all.end();) {
        const auto last = std::find_if(first, all.end(), [&](const StageBlock& each) {
            return each.stage != first->stage || each.head != first->head;
        });
        if (first->stage != StageId::concat || experiment.heads.count > 1) // not shown for a single head
            explanation.affects.push_back(affected(experiment, {first, last}));
        first = last;
    }
    return explanation;
}

} // namespace lab
