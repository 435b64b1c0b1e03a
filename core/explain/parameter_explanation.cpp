// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/parameter_explanation.h"

#include "core/explain/derivatives.h"
#include "core/explain/names.h"
#include "core/explain/operands.h"
#include "core/number_format.h"
#include "core/overrides.h"
#include "core/pipeline.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <limits>
#include <new>

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

bool makes_scores_alone(ParameterId id) {
    using enum ParameterId;
    return id == W_Q || id == b_Q || id == Q || id == W_K || id == b_K || id == K;
}

/// The saturated softmax through which alone a parameter affects a cell, if there is one.
std::optional<Saturation> saturation_between(const Experiment& experiment, const Trace& trace,
                                             const CellRef& of, ParameterId by) {
    HeadIndex head = of.head;
    if (of.stage == StageId::concat || of.stage == StageId::output) {
        if (of.stage == StageId::output && experiment.heads.count > 1)
            return std::nullopt; // several softmaxes
        head = of.stage == StageId::concat ? of.column / dimensions(experiment).d_v : 0;
    }
    const bool passes =
        of.stage == StageId::weights || (of.stage > StageId::weights && makes_scores_alone(by));
    if (!passes || override_of(experiment, of))
        return std::nullopt;
    return saturation_of(experiment, trace.masked_scores[static_cast<std::size_t>(head)], head, of.row);
}

} // namespace

std::optional<Saturation> saturation_of(const Experiment& experiment, const Matrix& masked_scores,
                                        HeadIndex head, TokenIndex query) {
    const NormalizationKind kind = experiment.normalization.kind;
    if (kind != NormalizationKind::softmax && kind != NormalizationKind::softmax_naive)
        return std::nullopt;
    const Matrix scores = masked_scores.row(query);
    Matrix weights(1, scores.cols());
    lab::weights(scores, experiment.normalization, weights);
    Saturation saturation{head, query, 0, 0};
    const double largest = weights.row(0).maxCoeff(&saturation.key);
    Index others = 0;
    for (Index key = 0; key < weights.cols(); ++key) {
        const bool counts = key != saturation.key && !is_hidden(scores(0, key));
        others += counts ? 1 : 0;
        saturation.gradient += counts ? weights(0, key) : 0;
    }
    constexpr double half_an_ulp = 0x1p-54;
    // Written so that NaN fails the comparison.
    if (others == 0 || largest != 1 || !(saturation.gradient < half_an_ulp))
        return std::nullopt;
    saturation.gradient /= experiment.normalization.temperature;
    return saturation;
}

std::string saturation_text(const Experiment& experiment, const Saturation& saturation) {
    const auto token = [&](Axis axis, Index index) { return label_in_sentence(experiment, axis, index); };
    return "softmax is saturated: " + token(Axis::key_token, saturation.key) + " has all of the weight of " +
           token(Axis::query_token, saturation.query) +
           " to double precision, so that its gradient is practically 0, " +
           (saturation.gradient < std::numeric_limits<double>::min() ? "" : "about ") +
           power_of_ten(saturation.gradient);
}

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

std::optional<Sensitivity> sensitivity_of(const Experiment& experiment, const CellRef& of,
                                          ParameterId by) try {
    const Result<Trace> trace = compute(experiment);
    if (!trace)
        return std::nullopt;
    const StageMatrix matrix = [&](StageId id, HeadIndex head) -> const Matrix& {
        return trace.value().stage(id, head);
    };
    Derivatives all = derivatives(experiment, matrix, of);
    const auto found = all.find(by);
    if (found == all.end())
        return std::nullopt;
    return Sensitivity{of, by, std::move(found->second),
                       saturation_between(experiment, trace.value(), of, by)};
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

double multiplications_of_sensitivity(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    const auto pairs = static_cast<double>(d.n_q) * static_cast<double>(d.n_k) * static_cast<double>(d.H);
    const double tokens = static_cast<double>(d.n_q + 2 * d.n_k) * static_cast<double>(d.d_model);
    constexpr double both_ways = 3; // forward, and backward once per factor
    return both_ways * (pairs * static_cast<double>(d.d_k + d.d_v + 8) +
                        tokens * static_cast<double>(d.H * (d.d_k + d.d_v)));
}

} // namespace lab
