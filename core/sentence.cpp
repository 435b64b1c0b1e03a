// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sentence.h"

#include "core/parameter.h"
#include "core/random/seeded_vector.h"
#include "core/stages/01_tokens.h"

#include <algorithm>
#include <unordered_set>

namespace lab {

namespace {

/// The table with a vector for every token of the sequence, and no seeded one without its token.
EmbeddingTable table_for(const Sequence& sequence, const Embedding& embedding) {
    EmbeddingTable table = *embedding.table;
    const std::unordered_set<std::string> present(sequence.tokens.begin(), sequence.tokens.end());
    for (const auto& [token, vector] : embedding.table->entries()) {
        if (vector.seeded && !present.contains(token))
            table.remove(token);
    }
    for (const std::string& token : sequence.tokens) {
        if (!table.find(token))
            table.set(token, {std::make_shared<const RowVector>(
                                  seeded_vector(embedding.seed, token, embedding.dimension)),
                              true});
    }
    return table;
}

/// The given rows of one of Q, K, V, moved to where their tokens are now.
MatrixPtr rows_for(const Experiment& experiment, ParameterId id, const std::vector<std::string>& tokens,
                   const std::vector<TokenIndex>& origins) {
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

} // namespace

std::vector<TokenIndex> aligned(const std::vector<std::string>& from, const std::vector<std::string>& to) {
    std::vector<TokenIndex> origins(to.size(), -1);
    // What both begin and end with is common; only the middle, a word or two while somebody types, needs the
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
    std::vector<std::vector<std::uint32_t>> length(m + 1, std::vector<std::uint32_t>(n + 1, 0));
    for (std::size_t i = m; i-- > 0;) {
        for (std::size_t j = n; j-- > 0;)
            length[i][j] = from[begin + i] == to[begin + j] ? length[i + 1][j + 1] + 1
                                                            : std::max(length[i + 1][j], length[i][j + 1]);
    }
    for (std::size_t i = 0, j = 0; i < m && j < n;) {
        if (from[begin + i] == to[begin + j])
            origins[begin + j++] = static_cast<TokenIndex>(begin + i++);
        else if (length[i + 1][j] >= length[i][j + 1])
            ++i;
        else
            ++j;
    }
    return origins;
}

Experiment with_text(const Experiment& experiment, const std::string& text) {
    Experiment next = experiment;
    next.sequence = make_sequence(text);
    if (experiment.embedding.dimension > 0)
        next.embedding.table =
            std::make_shared<const EmbeddingTable>(table_for(next.sequence, experiment.embedding));
    if (!has_inputs(experiment)) {
        const std::vector<TokenIndex> origins = aligned(experiment.sequence.tokens, next.sequence.tokens);
        for (const ParameterId id : {ParameterId::Q, ParameterId::K, ParameterId::V})
            projection_matrix(next.projection, id) = rows_for(experiment, id, next.sequence.tokens, origins);
    }
    return next;
}

} // namespace lab
