// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/moved_tokens.h"

#include "core/edits/cell_overrides.h"
#include "core/edits/moved_wanted.h"
#include "core/edits/vectors.h"
#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"
#include "core/random/seeded_vector.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace lab {

namespace {

using Tokens = std::vector<std::string>;
using Origins = TokenOrigins;

/// The given rows of Q, K or V, moved with their tokens; new tokens get seeded rows.
MatrixPtr rows_for(const Experiment& experiment, ParameterId id, const Tokens& tokens,
                   const Origins& origins) {
    const Matrix& old = *projection_matrix(experiment.projection, id);
    Matrix rows(static_cast<Index>(tokens.size()), old.cols());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto row = static_cast<Index>(i);
        if (origins[i] >= 0)
            rows.row(row) = old.row(origins[i]);
        else
            rows.row(row) = seeded_vector(experiment.embedding.seed,
                                          std::string(info(id).name) + ":" + tokens[i], old.cols());
    }
    return share(std::move(rows));
}

/// Rows of given inputs, moved with their tokens; new tokens get the vector of their word.
MatrixPtr inputs_for(const Embedding& embedding, const MatrixPtr& old, const Tokens& tokens,
                     const Origins& origins) {
    MatrixPtr words = vectors_of_words(embedding, tokens);
    if (old->cols() != embedding.dimension)
        return words;
    Matrix rows = *words;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (origins[i] >= 0 && origins[i] < old->rows())
            rows.row(static_cast<Index>(i)) = old->row(origins[i]);
    }
    return share(std::move(rows));
}

/// Moves given inputs with the tokens of `experiment` to their places in `next`.
void move_inputs(const Experiment& experiment, Experiment& next, const Origins& queries,
                 const Origins& keys) {
    const Embedding& before = experiment.embedding;
    Embedding& embedding = next.embedding;
    if (embedding.inputs != InputKind::rows || embedding.dimension < 1)
        return;
    if (before.X)
        embedding.X = inputs_for(before, before.X, next.sequence.tokens, queries);
    if (!next.source)
        embedding.X_source.reset();
    else if (before.X_source)
        embedding.X_source = inputs_for(before, before.X_source, next.source->tokens, keys);
}

/// A matrix with a row for each query and a column for each key, moved with their tokens; `fresh` for new
/// ones.
Matrix moved_cells(const Matrix& old, const Origins& queries, const Origins& keys, double fresh) {
    Matrix moved =
        Matrix::Constant(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()), fresh);
    for (Index row = 0; row < moved.rows(); ++row) {
        for (Index column = 0; column < moved.cols(); ++column) {
            const TokenIndex query = queries[static_cast<std::size_t>(row)];
            const TokenIndex key = keys[static_cast<std::size_t>(column)];
            if (query >= 0 && key >= 0)
                moved(row, column) = old(query, key);
        }
    }
    return moved;
}

/// A custom mask whose rows and columns have moved with their tokens; new tokens are visible. None if all
/// that it hid is gone: "custom" would be said of a mask that does nothing.
MatrixPtr custom_for(const Matrix& old, const Origins& queries, const Origins& keys) {
    Matrix custom = moved_cells(old, queries, keys, 1);
    const bool hides_no_more = (custom.array() != 0).all() && (old.array() == 0).any();
    return hides_no_more ? nullptr : share(std::move(custom));
}

/// Added scores whose rows and columns have moved with their tokens; to those of new tokens 0 is added.
MatrixPtr added_for(const Matrix& old, const Origins& queries, const Origins& keys) {
    // No width without queries, as it is saved.
    return share(moved_cells(old, queries, queries.empty() ? Origins() : keys, 0));
}

/// The new index of an old position; nullopt if it is gone.
std::optional<Index> moved(Index position, const Origins& origins) {
    const auto found = std::ranges::find(origins, position);
    return found == origins.end() ? std::nullopt : std::optional(found - origins.begin());
}

std::vector<TokenIndex> padding_for(const std::vector<TokenIndex>& old, const Origins& keys) {
    std::vector<TokenIndex> padding;
    for (const TokenIndex key : old) {
        if (const auto now = moved(key, keys))
            padding.push_back(*now);
    }
    return padding;
}

} // namespace

TokenOrigins unmoved(std::size_t count) {
    TokenOrigins origins(count);
    std::iota(origins.begin(), origins.end(), TokenIndex{0});
    return origins;
}

Experiment with_tokens_moved(const Experiment& experiment, Experiment next, const TokenOrigins& queries,
                             const TokenOrigins& keys) {
    const Tokens& keys_now = key_tokens(next);
    move_inputs(experiment, next, queries, keys);
    complete_vectors(next);
    if (!has_inputs(next)) {
        Projection& p = next.projection;
        p.Q = rows_for(experiment, ParameterId::Q, next.sequence.tokens, queries);
        p.K = rows_for(experiment, ParameterId::K, keys_now, keys);
        p.V = rows_for(experiment, ParameterId::V, keys_now, keys);
    }
    next.mask.padding = padding_for(experiment.mask.padding, keys);
    if (experiment.mask.custom)
        next.mask.custom = custom_for(*experiment.mask.custom, queries, keys);
    for (MatrixPtr& added : next.scores.additive)
        added = added_for(*added, queries, keys);
    next.overrides = moved_overrides(experiment.overrides, [&](Axis axis, Index index) {
        if (!is_token_axis(axis))
            return std::optional(index);
        return moved(index, axis == Axis::query_token ? queries : keys);
    });
    next.view = with_wanted_moved(experiment.view, queries, keys);
    return next;
}

} // namespace lab
