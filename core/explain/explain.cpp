// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explain.h"

#include "core/edits/masks.h"
#include "core/edits/overrides.h"
#include "core/explain/names.h"
#include "core/explain/stage_steps.h"
#include "core/explain/step_formula.h"
#include "core/number_format.h"
#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lab {

namespace {

/// What leads from queries and keys to a weight, one number for each pair of tokens.
constexpr std::array pair_stages{StageId::scores, StageId::scaled_scores, StageId::masked_scores,
                                 StageId::weights};

std::vector<ExplanationStep> own_steps(const Scene& scene, const CellRef& cell) {
    switch (cell.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return input_steps(scene, cell);
    case StageId::queries:
    case StageId::keys:
    case StageId::values:
        return projection_steps(scene, cell);
    case StageId::scores:
        return score_steps(scene, cell);
    case StageId::scaled_scores:
        return scaling_steps(scene, cell);
    case StageId::masked_scores:
        return mask_steps(scene, cell);
    case StageId::weights:
        return weight_steps(scene, cell);
    case StageId::head_outputs:
        return head_output_steps(scene, cell);
    case StageId::concat:
        return concat_steps(scene, cell);
    case StageId::output:
        return output_steps(scene, cell);
    }
    return {};
}

void add_steps(const Scene& scene, const CellRef& cell, std::vector<ExplanationStep>& steps) {
    for (ExplanationStep& step : own_steps(scene, cell)) {
        add_formulas(scene.experiment, step);
        steps.push_back(std::move(step));
    }
    const Override* fixed = override_of(scene.experiment, cell);
    if (!fixed)
        return;
    ExplanationStep step = begin_step(scene, cell, ExplanationKind::fixed, "Fixed by hand");
    step.result = fixed->value;
    step.words = "computed, it would be " + brief(steps.back().result);
    steps.push_back(std::move(step));
}

std::string percent(double share) {
    return display(share * 100, 1) + " %";
}

/// How many numbers of the row are larger.
Index rank_in_row(const StageRows& matrix, const CellRef& cell) {
    return (matrix.row(cell.row).array() > matrix(cell.row, cell.column)).count();
}

/// "“sky”" or "feature 2".
std::string end_text(const Experiment& experiment, Axis axis, Index index) {
    const std::string label = axis_label(experiment, axis, index);
    return is_token_axis(axis) ? in_quotes(label) : "feature " + label;
}

std::string weight_words(const Scene& scene, const CellRef& cell, const std::string& query,
                         const std::string& key) {
    const StageRows weights = scene.matrix(StageId::weights, cell.head);
    const double weight = weights(cell.row, cell.column);
    const double score = scene.matrix(StageId::masked_scores, cell.head)(cell.row, cell.column);
    if (is_hidden(score) && weight == 0) {
        const std::string rules = rules_text(scene.experiment.mask, cell.row, cell.column);
        return key + " is hidden from " + query + (rules.empty() ? "" : ": " + rules);
    }
    if (!std::isfinite(weight))
        return "the attention of " + query + " to " + key + " is no number";
    const std::string share = query + " gives " + percent(weight) + " of its attention to " + key;
    return weights.cols() == 1 ? share + ", the only key"
                               : share + ", " + rank_text(rank_in_row(weights, cell), weights.cols()) +
                                     " share of its " + line_word(scene.experiment);
}

std::string score_words(const Scene& scene, const CellRef& cell, const std::string& query,
                        const std::string& key) {
    const StageRows matrix = scene.matrix(cell.stage, cell.head);
    const std::string what = "how well the query of " + query + " matches the key of " + key;
    return matrix.cols() == 1 ? what
                              : what + ": " + rank_text(rank_in_row(matrix, cell), matrix.cols()) +
                                    " of its " + line_word(scene.experiment);
}

std::string words_of(const Scene& scene, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    const std::string row = end_text(scene.experiment, stage.rows, cell.row);
    const std::string column = end_text(scene.experiment, stage.columns, cell.column);
    switch (cell.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return column + " of the vector of " + row + ", which the heads read";
    case StageId::queries:
        return column + " of the query of " + row + ": what it looks for";
    case StageId::keys:
        return column + " of the key of " + row + ": what it is found by";
    case StageId::values:
        return column + " of the value of " + row + ": what it has to say";
    case StageId::scores:
    case StageId::scaled_scores:
    case StageId::masked_scores:
        return score_words(scene, cell, row, column);
    case StageId::weights:
        return weight_words(scene, cell, row, column);
    case StageId::head_outputs:
        return column + " of what the head says for " + row + ": the values, averaged by its attention";
    case StageId::concat:
        return column + " of what all heads say for " + row + ", side by side";
    case StageId::output:
        return column + " of the output for " + row;
    }
    return {};
}

} // namespace

std::vector<CellRef> chain_to(const Experiment& experiment, const CellRef& cell) {
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

std::string place_text(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    return end_text(experiment, stage.rows, cell.row) + (is_token_axis(stage.columns) ? " → " : ", ") +
           end_text(experiment, stage.columns, cell.column);
}

Explanation explanation_of(const Scene& scene, const CellRef& cell) {
    const Experiment& experiment = scene.experiment;
    Explanation explanation;
    explanation.cell = cell;
    explanation.value = scene.matrix(cell.stage, cell.head)(cell.row, cell.column);
    explanation.stage = stage_text(experiment, cell.stage, cell.head);
    explanation.place = place_text(experiment, cell);
    explanation.words = words_of(scene, cell);
    for (const CellRef& each : chain_to(experiment, cell))
        add_steps(scene, each, explanation.steps);
    return explanation;
}

Explanation explain(const Experiment& experiment, const StageMatrix& matrix, const CellRef& cell) {
    const ReadRows rows = matrix;
    return explanation_of({experiment, rows}, cell);
}

std::vector<Source> sources(const Explanation& explanation) {
    std::vector<Source> all;
    const auto add = [&](const Operand& operand) {
        if (operand.source && std::ranges::find(all, *operand.source) == all.end())
            all.push_back(*operand.source);
    };
    for (const ExplanationStep& step : explanation.steps) {
        for (const Term& term : step.terms)
            std::ranges::for_each(term.factors, add);
        for (const Share& share : step.shares)
            add(share.score);
    }
    return all;
}

double recombined(const ExplanationStep& step) {
    double sum = 0;
    switch (step.kind) {
    case ExplanationKind::sum:
    case ExplanationKind::copy:
        for (const Term& term : step.terms) {
            double product = 1;
            for (const Operand& factor : term.factors)
                product *= factor.value;
            sum += product;
        }
        return sum;
    case ExplanationKind::mask:
        return step.result == -std::numeric_limits<double>::infinity() ? step.result
                                                                       : step.terms.front().value;
    case ExplanationKind::normalizer: {
        const Share& own = step.shares[static_cast<std::size_t>(step.own_share)];
        if (own.hidden)
            return 0;
        for (const Share& share : step.shares)
            sum += share.part;
        return own.part / sum;
    }
    case ExplanationKind::fixed:
        return step.result;
    }
    return sum;
}

} // namespace lab
