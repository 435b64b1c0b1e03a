// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/token_attention.h"

#include "ui/document/stage_source.h"
#include "ui/plots/heatmap/attention_words.h"

#include <algorithm>

namespace lab {

namespace {

/// The token of a cell that gives attention (a query) or gets it (a key). For a stage with one row per token,
/// the token of the row. A sink's share is given by a query, and no token gets it.
std::optional<InspectedToken> tokenOf(const Experiment& experiment, const CellRef& cell, bool gives) {
    if (!gives && is_sink_share(experiment, cell))
        return std::nullopt;
    const bool cross = experiment.source.has_value();
    const StageInfo& stage = info(cell.stage);
    const Axis wanted = gives ? Axis::query_token : Axis::key_token;
    const Side keys = cross ? Side::source : Side::sentence;
    const auto token = [&](Axis axis, Index index) {
        return InspectedToken{index, axis == Axis::key_token ? keys : Side::sentence};
    };
    if (stage.rows != wanted && stage.columns == wanted)
        return token(stage.columns, cell.column);
    return is_token_axis(stage.rows) ? std::optional(token(stage.rows, cell.row)) : std::nullopt;
}

std::optional<InspectedToken> chosenToken(const Experiment& experiment, const Selection& selection,
                                          bool gives) {
    if (selection.hoveredToken())
        return selection.hoveredToken();
    if (const auto& cell = selection.hovered())
        return tokenOf(experiment, *cell, gives);
    if (selection.inspectedToken())
        return selection.inspectedToken();
    if (const auto& cell = selection.inspected())
        return tokenOf(experiment, *cell, gives);
    return std::nullopt;
}

std::vector<double> weightsOf(const Matrix& matrix, TokenIndex token, bool gives) {
    std::vector<double> weights(static_cast<std::size_t>(gives ? matrix.cols() : matrix.rows()));
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const auto other = static_cast<Index>(i);
        weights[i] = gives ? matrix(token, other) : matrix(other, token);
    }
    return weights;
}

/// How many of a token's weights are among the first ones, counted query by query.
std::size_t knownOf(const Dimensions& d, TokenIndex token, bool gives, Index known) {
    return static_cast<std::size_t>(gives           ? std::clamp<Index>(known - token * d.n_k, 0, d.n_k)
                                    : known > token ? (known - token - 1) / d.n_k + 1
                                                    : 0);
}

} // namespace

std::optional<TokenAttention> tokenAttention(StageSource& stages, const Selection& selection) {
    const Experiment& experiment = stages.experiment();
    if (is_empty(experiment))
        return std::nullopt;
    const bool cross = experiment.source.has_value();
    const bool asked = selection.looking() == Looking::at;
    const auto of = chosenToken(experiment, selection, asked);
    if (!of)
        return std::nullopt;
    const bool gives = cross ? of->side == Side::sentence : asked;
    TokenAttention result{*of, cross && gives ? Side::source : Side::sentence, gives, {}};
    const Dimensions d = dimensions(experiment);
    const std::optional<Index>& limit = selection.knownWeights();
    const auto add = [&](HeadIndex head, const StageView& view) {
        const bool fits = view.matrix && view.matrix->rows() == d.n_q && view.matrix->cols() == d.n_k;
        if (!fits)
            return;
        std::vector<double> weights = weightsOf(*view.matrix, of->token, gives);
        if (limit)
            weights.resize(std::min(weights.size(), knownOf(d, of->token, gives, *limit)));
        if (!weights.empty())
            result.heads.push_back({head, std::move(weights)});
    };
    // Few weights are computed for this alone. Many are taken only if a page has had them computed.
    const bool few = d.n_q * d.n_k <= mostForSentence;
    add(selection.head(), few ? stages.view(StageId::weights, selection.head())
                              : stages.cachedView(StageId::weights, selection.head()));
    if (result.heads.empty())
        return std::nullopt;
    for (HeadIndex head = 0; few && !limit && head < d.H; ++head) { // the limit is the shown head's
        if (head != selection.head() && result.heads.size() < mostHeadsOfToken)
            add(head, stages.view(StageId::weights, head));
    }
    return result;
}

} // namespace lab
