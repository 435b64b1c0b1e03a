// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/sentence.h"

#include "core/edits/moved_tokens.h"
#include "core/edits/resize.h"
#include "core/edits/vectors.h"
#include "core/experiment/parameter.h"
#include "core/random/seeded_vector.h"
#include "core/stages/01_tokens.h"

#include <algorithm>
#include <optional>

namespace lab {

namespace {

using Tokens = std::vector<std::string>;
using Origins = TokenOrigins;

/// The experiment with another sequence, its tokens aligned with the old ones.
Experiment with_aligned(const Experiment& experiment, Side side, Sequence sequence) {
    const Origins origins = aligned(sequence_of(experiment, side).tokens, sequence.tokens);
    return with_sequence(experiment, side, std::move(sequence), origins);
}

/// The experiment with the learned table that it reads completed.
Result<Experiment> with_positions(Experiment next) {
    if (auto problem = too_many_positions(next))
        return std::move(*problem);
    if (is_read(next, ParameterId::position))
        next.embedding.position.table = completed_positions(next);
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
    Experiment next = with_tokens_moved(experiment, std::move(alone), unmoved(tokens.size()), keys);
    std::erase_if(next.overrides, [](const Override& each) { return each.stage == StageId::source_inputs; });
    return next;
}

} // namespace

const Sequence& sequence_of(const Experiment& experiment, Side side) {
    return side == Side::source ? *experiment.source : experiment.sequence;
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
        return with_tokens_moved(experiment, std::move(next), unmoved(queries.size()), origins);
    const Origins keys = experiment.source ? unmoved(experiment.source->tokens.size()) : origins;
    return with_tokens_moved(experiment, std::move(next), origins, keys);
}

Experiment with_text(const Experiment& experiment, const std::string& text, Side side) {
    return with_aligned(experiment, side, make_sequence(text, sequence_of(experiment, side).tokenizer));
}

std::string spaced(const std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens)
        text += (text.empty() ? "" : " ") + token;
    return text;
}

Sequence numbered_sentence(Index count) {
    Tokens tokens;
    for (Index i = 1; i <= count; ++i)
        tokens.push_back(std::to_string(i));
    return make_sequence(spaced(tokens));
}

Sequence split_by(const Sequence& sequence, Tokenizer tokenizer) {
    if (tokenizer == Tokenizer::manual)
        return {tokenizer, sequence.text, sequence.tokens, sequence.offset};
    Sequence split =
        make_sequence(sequence.text.empty() ? spaced(sequence.tokens) : sequence.text, tokenizer);
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
    if (!is_read(experiment, ParameterId::position) ||
        !too_large_as(experiment, experiment.projection.kind, dimensions(experiment)))
        return std::nullopt;
    return Error{"embedding.position.table",
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
