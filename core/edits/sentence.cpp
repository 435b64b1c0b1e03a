// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/sentence.h"

#include "core/edits/resize.h"
#include "core/parameter.h"
#include "core/random/seeded_vector.h"
#include "core/stage.h"
#include "core/stages/01_tokens.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_set>

namespace lab {

namespace {

using Tokens = std::vector<std::string>;
/// For each new token, the index of the old one it continues, or −1.
using Origins = std::vector<TokenIndex>;

/// The table with a vector for every token of the document, and without seeded vectors of absent tokens.
EmbeddingTable table_for(const Experiment& experiment) {
    const Embedding& embedding = experiment.embedding;
    EmbeddingTable table = *embedding.table;
    const Tokens tokens = distinct_tokens(experiment);
    const std::unordered_set<std::string> present(tokens.begin(), tokens.end());
    for (const auto& [token, vector] : embedding.table->entries()) {
        if (vector.seeded && !present.contains(token))
            table.remove(token);
    }
    for (const std::string& token : tokens) {
        if (!table.find(token))
            table.set(token, {std::make_shared<const RowVector>(seeded_token(embedding, token)), true});
    }
    return table;
}

/// The learned table with a row for every position of both sequences. Rows stay with their position. Rows at
/// the end are removed if no token needs them and they still have their seeded values, so that typing a word
/// and removing it leaves no trace.
MatrixPtr positions_for(const Experiment& experiment) {
    const Embedding& embedding = experiment.embedding;
    const Index length = positions_needed(experiment);
    const MatrixPtr& old = embedding.position.table;
    Index kept = old && old->cols() == embedding.dimension ? old->rows() : 0;
    while (kept > length && old->row(kept - 1) == seeded_position(embedding, kept - 1))
        --kept;
    Matrix table(std::max(kept, length), embedding.dimension);
    if (kept > 0)
        table.topRows(kept) = old->topRows(kept);
    for (Index position = kept; position < table.rows(); ++position)
        table.row(position) = seeded_position(embedding, position);
    return share(std::move(table));
}

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

/// The vector that a new row begins with: as in the table, or else seeded.
RowVector vector_of_word(const Embedding& embedding, const std::string& word) {
    const TokenVector* known = embedding.table->find(word);
    const bool fits = known && known->values->size() == embedding.dimension;
    return fits ? *known->values : seeded_token(embedding, word);
}

/// Rows of given inputs, moved with their tokens; new tokens get the vector of their word.
MatrixPtr inputs_for(const Embedding& embedding, const MatrixPtr& old, const Tokens& tokens,
                     const Origins& origins) {
    const bool fits = old && old->cols() == embedding.dimension;
    Matrix rows(static_cast<Index>(tokens.size()), embedding.dimension);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool continues = fits && origins[i] >= 0 && origins[i] < old->rows();
        rows.row(static_cast<Index>(i)) =
            continues ? RowVector(old->row(origins[i])) : vector_of_word(embedding, tokens[i]);
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

/// A custom mask whose rows and columns have moved with their tokens; new tokens are visible. None if all
/// that it hid is gone: "custom" would be said of a mask that does nothing.
MatrixPtr custom_for(const Matrix& old, const Origins& queries, const Origins& keys) {
    Matrix custom = Matrix::Ones(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()));
    for (std::size_t query = 0; query < queries.size(); ++query) {
        for (std::size_t key = 0; key < keys.size(); ++key) {
            if (queries[query] >= 0 && keys[key] >= 0)
                custom(static_cast<Index>(query), static_cast<Index>(key)) = old(queries[query], keys[key]);
        }
    }
    const bool hides_no_more = (custom.array() != 0).all() && (old.array() == 0).any();
    return hides_no_more ? nullptr : share(std::move(custom));
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

std::vector<Override> overrides_for(const std::vector<Override>& old, const Origins& queries,
                                    const Origins& keys) {
    const auto along = [&](Axis axis, Index index) {
        if (!is_token_axis(axis))
            return std::optional(index);
        return moved(index, axis == Axis::query_token ? queries : keys);
    };
    std::vector<Override> overrides;
    for (const Override& each : old) {
        const StageInfo& stage = info(each.stage);
        const auto row = along(stage.rows, each.row);
        const auto column = along(stage.columns, each.column);
        if (!row || !column)
            continue;
        overrides.push_back(each);
        overrides.back().row = *row;
        overrides.back().column = *column;
    }
    return overrides;
}

/// Moves what belongs to the tokens of `experiment` to their places in `next`, which already has its
/// sequences.
Experiment with_tokens_moved(const Experiment& experiment, Experiment next, const Origins& queries,
                             const Origins& keys) {
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
    next.overrides = overrides_for(experiment.overrides, queries, keys);
    return next;
}

/// Gives every token of the document a row of its own, where rows are missing or do not fit.
void complete_inputs(Experiment& experiment) {
    Embedding& embedding = experiment.embedding;
    const auto complete = [&](MatrixPtr& rows, const Tokens& tokens) {
        const auto count = static_cast<Index>(tokens.size());
        if (!rows || rows->rows() != count || rows->cols() != embedding.dimension)
            rows = inputs_for(embedding, nullptr, tokens, Origins(tokens.size(), -1));
    };
    complete(embedding.X, experiment.sequence.tokens);
    if (experiment.source)
        complete(embedding.X_source, experiment.source->tokens);
}

/// Every token continues itself.
Origins unmoved(const Tokens& tokens) {
    Origins origins(tokens.size());
    std::iota(origins.begin(), origins.end(), TokenIndex{0});
    return origins;
}

/// The experiment with another sequence, its tokens aligned with the old ones.
Experiment with_aligned(const Experiment& experiment, Side side, Sequence sequence) {
    const Origins origins = aligned(sequence_of(experiment, side).tokens, sequence.tokens);
    return with_sequence(experiment, side, std::move(sequence), origins);
}

bool reads_table(const Experiment& experiment) {
    return has_inputs(experiment) && experiment.embedding.position.kind == PositionKind::learned;
}

/// The experiment with the learned table that it reads completed.
Result<Experiment> with_positions(Experiment next) {
    if (auto problem = too_many_positions(next))
        return std::move(*problem);
    if (reads_table(next))
        next.embedding.position.table = positions_for(next);
    return next;
}

Experiment with_copied_source(const Experiment& experiment) {
    Experiment next = experiment;
    next.source = experiment.sequence;
    if (experiment.embedding.inputs == InputKind::rows)
        next.embedding.X_source = experiment.embedding.X;
    for (const Override& each : experiment.overrides) {
        if (each.stage != StageId::inputs)
            continue;
        next.overrides.push_back(each);
        next.overrides.back().stage = StageId::source_inputs;
    }
    return next;
}

Experiment without_source(const Experiment& experiment) {
    const Tokens& tokens = experiment.sequence.tokens;
    const Origins keys = aligned(experiment.source->tokens, tokens);
    Experiment alone = experiment;
    alone.source.reset();
    Experiment next = with_tokens_moved(experiment, std::move(alone), unmoved(tokens), keys);
    std::erase_if(next.overrides, [](const Override& each) { return each.stage == StageId::source_inputs; });
    return next;
}

} // namespace

const Sequence& sequence_of(const Experiment& experiment, Side side) {
    return side == Side::source ? *experiment.source : experiment.sequence;
}

RowVector seeded_token(const Embedding& embedding, const std::string& token) {
    return seeded_vector(embedding.seed, token, embedding.dimension);
}

RowVector seeded_position(const Embedding& embedding, Index position) {
    return seeded_vector(embedding.seed, "position:" + std::to_string(position), embedding.dimension);
}

void complete_vectors(Experiment& experiment) {
    Embedding& embedding = experiment.embedding;
    if (has_given_inputs(experiment))
        complete_inputs(experiment);
    else if (embedding.dimension > 0 && embedding.inputs == InputKind::tokens)
        embedding.table = std::make_shared<const EmbeddingTable>(table_for(experiment));
    if (has_inputs(experiment) && embedding.position.kind == PositionKind::learned)
        embedding.position.table = positions_for(experiment);
}

std::vector<TokenIndex> aligned(const std::vector<std::string>& from, const std::vector<std::string>& to) {
    std::vector<TokenIndex> origins(to.size(), -1);
    // A common prefix and suffix are aligned directly. Only the middle, a word or two while typing, needs the
    // quadratic table.
    std::size_t begin = 0;
    while (begin < from.size() && begin < to.size() && from[begin] == to[begin]) {
        origins[begin] = static_cast<TokenIndex>(begin);
        ++begin;
    }
    std::size_t tail = 0;
    while (tail < from.size() - begin && tail < to.size() - begin &&
           from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) {
        ++tail;
        origins[to.size() - tail] = static_cast<TokenIndex>(from.size() - tail);
    }
    const std::size_t m = from.size() - begin - tail;
    const std::size_t n = to.size() - begin - tail;
    // From the end to the beginning: the length of the longest common subsequence of what remains. The walk
    // below only needs to know on which side to skip a token. One bit per cell, because whole sentences are
    // replaced too.
    std::vector<bool> skip_old(m * n);
    std::vector<std::uint32_t> below(n + 1, 0);
    std::vector<std::uint32_t> length(n + 1, 0);
    for (std::size_t i = m; i-- > 0;) {
        std::swap(length, below);
        for (std::size_t j = n; j-- > 0;) {
            const bool same = from[begin + i] == to[begin + j];
            skip_old[i * n + j] = !same && below[j] >= length[j + 1];
            length[j] = same ? below[j + 1] + 1 : std::max(below[j], length[j + 1]);
        }
    }
    for (std::size_t i = 0, j = 0; i < m && j < n;) {
        if (from[begin + i] == to[begin + j])
            origins[begin + j++] = static_cast<TokenIndex>(begin + i++);
        else if (skip_old[i * n + j])
            ++i;
        else
            ++j;
    }
    return origins;
}

Experiment with_sequence(const Experiment& experiment, Side side, Sequence sequence, const Origins& origins) {
    Experiment next = experiment;
    sequence.offset = sequence_of(experiment, side).offset;
    (side == Side::source ? *next.source : next.sequence) = std::move(sequence);
    const Tokens& queries = experiment.sequence.tokens;
    if (side == Side::source)
        return with_tokens_moved(experiment, std::move(next), unmoved(queries), origins);
    const Origins keys = experiment.source ? unmoved(experiment.source->tokens) : origins;
    return with_tokens_moved(experiment, std::move(next), origins, keys);
}

Experiment with_text(const Experiment& experiment, const std::string& text, Side side) {
    return with_aligned(experiment, side, make_sequence(text, sequence_of(experiment, side).tokenizer));
}

Sequence split_by(const Sequence& sequence, Tokenizer tokenizer) {
    if (tokenizer == Tokenizer::manual)
        return {tokenizer, sequence.text, sequence.tokens, sequence.offset};
    std::string text = sequence.text;
    if (text.empty()) {
        for (const std::string& token : sequence.tokens)
            text += (text.empty() ? "" : " ") + token;
    }
    Sequence split = make_sequence(std::move(text), tokenizer);
    split.offset = sequence.offset;
    return split;
}

Experiment with_tokenizer(const Experiment& experiment, Tokenizer tokenizer, Side side) {
    return with_aligned(experiment, side, split_by(sequence_of(experiment, side), tokenizer));
}

Experiment with_source(const Experiment& experiment, bool source) {
    if (source == experiment.source.has_value())
        return experiment;
    return source ? with_copied_source(experiment) : without_source(experiment);
}

Experiment with_seed(const Experiment& experiment, std::uint64_t seed) {
    Experiment next = experiment;
    Embedding& embedding = next.embedding;
    embedding.seed = seed;
    EmbeddingTable table;
    for (const auto& [token, vector] : experiment.embedding.table->entries())
        table.set(token,
                  vector.seeded
                      ? TokenVector{std::make_shared<const RowVector>(seeded_token(embedding, token)), true}
                      : vector);
    embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    if (const MatrixPtr& old = experiment.embedding.position.table;
        old && old->cols() == embedding.dimension) {
        Matrix positions = *old;
        for (Index row = 0; row < positions.rows(); ++row) {
            if (old->row(row) == seeded_position(experiment.embedding, row))
                positions.row(row) = seeded_position(embedding, row);
        }
        embedding.position.table = share(std::move(positions));
    }
    return next;
}

std::optional<Error> too_many_positions(const Experiment& experiment) {
    if (!reads_table(experiment) ||
        !too_large_as(experiment, experiment.projection.kind, dimensions(experiment)))
        return std::nullopt;
    return Error{{},
                 "embedding.position.table",
                 "learned positions with " + std::to_string(positions_needed(experiment)) + " rows",
                 "1 GiB of parameters"};
}

Result<Experiment> with_position(const Experiment& experiment, PositionKind kind) {
    Experiment next = experiment;
    next.embedding.position.kind = kind;
    return with_positions(std::move(next));
}

Result<Experiment> with_offset(const Experiment& experiment, Side side, Index offset) {
    Experiment next = experiment;
    (side == Side::source ? *next.source : next.sequence).offset = offset;
    return with_positions(std::move(next));
}

} // namespace lab
