// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/vectors.h"

#include "core/experiment/parameter.h"
#include "core/random/seeded_vector.h"

#include <algorithm>
#include <unordered_set>

namespace lab {

namespace {

using Tokens = std::vector<std::string>;

/// The table with a vector for every token of the document, if it is used, and without seeded vectors of
/// absent tokens.
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
        if (embedding.inputs == InputKind::tokens && !table.find(token))
            table.set(token, {std::make_shared<const RowVector>(seeded_token(embedding, token)), true});
    }
    return table;
}

/// Gives every token of the document a row of its own, where rows are missing or do not fit.
void complete_inputs(Experiment& experiment) {
    Embedding& embedding = experiment.embedding;
    const auto complete = [&](MatrixPtr& rows, const Tokens& tokens) {
        const auto count = static_cast<Index>(tokens.size());
        if (!rows || rows->rows() != count || rows->cols() != embedding.dimension)
            rows = vectors_of_words(embedding, tokens);
    };
    complete(embedding.X, experiment.sequence.tokens);
    if (experiment.source)
        complete(embedding.X_source, experiment.source->tokens);
}

} // namespace

MatrixPtr vectors_of_words(const Embedding& embedding, const std::vector<std::string>& words) {
    Matrix rows(static_cast<Index>(words.size()), embedding.dimension);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const TokenVector* known = embedding.table->find(words[i]);
        const bool fits = known && known->values->size() == embedding.dimension;
        rows.row(static_cast<Index>(i)) = fits ? *known->values : seeded_token(embedding, words[i]);
    }
    return share(std::move(rows));
}

void complete_vectors(Experiment& experiment) {
    Embedding& embedding = experiment.embedding;
    if (has_given_inputs(experiment))
        complete_inputs(experiment);
    if (embedding.dimension > 0)
        embedding.table = std::make_shared<const EmbeddingTable>(table_for(experiment));
    if (is_read(experiment, ParameterId::position))
        embedding.position.table = completed_positions(experiment);
}

MatrixPtr completed_positions(const Experiment& experiment) {
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

} // namespace lab
