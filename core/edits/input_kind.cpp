// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/input_kind.h"

#include "core/base/text_limits.h"
#include "core/edits/matrix_operations.h"
#include "core/edits/sentence.h"
#include "core/edits/vectors.h"
#include "core/experiment/parameter.h"

#include <cassert>
#include <unordered_map>

namespace lab {

namespace {

void drop_origins(Experiment& experiment) {
    for (const ParameterId id : {ParameterId::X, ParameterId::X_source})
        drop_origin(experiment, id);
}

/// Calls `visit` with each token of both sequences and its row.
template<class Visit>
void for_each_row(const Experiment& experiment, Visit visit) {
    const auto of = [&](const std::vector<std::string>& tokens, const Matrix& rows) {
        for (std::size_t i = 0; i < tokens.size(); ++i)
            visit(tokens[i], RowVector(rows.row(static_cast<Index>(i))));
    };
    of(experiment.sequence.tokens, *experiment.embedding.X);
    if (experiment.source)
        of(experiment.source->tokens, *experiment.embedding.X_source);
}

} // namespace

Experiment with_inputs_by_row(const Experiment& experiment) {
    assert(is_read(experiment, ParameterId::E));
    Experiment next = experiment;
    next.embedding.inputs = InputKind::rows;
    next.embedding.X = vectors_of_words(experiment.embedding, experiment.sequence.tokens);
    next.embedding.X_source =
        experiment.source ? vectors_of_words(experiment.embedding, experiment.source->tokens) : nullptr;
    drop_origins(next);
    return next;
}

Result<Experiment> with_tokens_of_rows(const Experiment& experiment, const Matrix& rows) {
    assert(experiment.sequence.tokens.empty() && !experiment.source && has_inputs(experiment));
    const auto count = static_cast<std::size_t>(rows.rows());
    if (count > most_tokens)
        return Error{{}, std::to_string(count) + " rows", "at most " + std::to_string(most_tokens)};
    Sequence sequence = numbered_sentence(rows.rows());
    sequence.offset = experiment.sequence.offset;
    const Experiment next =
        with_sequence(experiment, Side::sentence, std::move(sequence), std::vector<TokenIndex>(count, -1));
    return with_matrix(has_given_inputs(next) ? next : with_inputs_by_row(next), ParameterId::X, rows,
                       std::nullopt);
}

std::optional<std::string> word_with_other_rows(const Experiment& experiment) {
    std::unordered_map<std::string, RowVector> known;
    std::optional<std::string> found;
    for_each_row(experiment, [&](const std::string& token, const RowVector& row) {
        const auto [first, added] = known.try_emplace(token, row);
        if (!found && !added && first->second != row)
            found = token;
    });
    return found;
}

Experiment with_inputs_by_word(const Experiment& experiment) {
    assert(has_given_inputs(experiment) && !word_with_other_rows(experiment));
    Experiment next = experiment;
    EmbeddingTable table = *experiment.embedding.table;
    for_each_row(experiment, [&](const std::string& token, const RowVector& row) {
        const TokenVector* known = table.find(token);
        if (known && *known->values == row)
            return;
        table.set(token, {std::make_shared<const RowVector>(row), false});
        drop_origin(next, ParameterId::E);
    });
    next.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    next.embedding.inputs = InputKind::tokens;
    next.embedding.X = next.embedding.X_source = nullptr;
    drop_origins(next);
    complete_vectors(next);
    return next;
}

} // namespace lab
