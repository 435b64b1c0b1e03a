// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/dictionary.h"

#include "core/edits/next_word.h"
#include "core/edits/tokens.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/parameter.h"
#include "core/random/seeded_vector.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace lab {

namespace {

Experiment with_table(const Experiment& experiment, EmbeddingTable table) {
    Experiment next = experiment;
    next.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    return next;
}

Experiment with_vector(const Experiment& experiment, const std::string& word, RowVector values, bool seeded) {
    EmbeddingTable table = *experiment.embedding.table;
    table.set(word, {std::make_shared<const RowVector>(std::move(values)), seeded});
    Experiment next = with_table(experiment, std::move(table));
    drop_origin(next, ParameterId::E);
    return next;
}

bool stands_in(const Sequence& sequence, const std::string& word) {
    return std::ranges::find(sequence.tokens, word) != sequence.tokens.end();
}

std::vector<std::string> renamed(const std::vector<std::string>& tokens, const std::string& word,
                                 const std::string& name) {
    std::vector<std::string> now = tokens;
    std::ranges::replace(now, word, name);
    return now;
}

/// The sequence with a word renamed; unchanged if the word is not in it.
Sequence renamed(const Sequence& sequence, const std::string& word, const std::string& name) {
    return stands_in(sequence, word) ? with_words(sequence, renamed(sequence.tokens, word, name)) : sequence;
}

bool can_be_renamed(const Sequence& sequence, const std::string& word, const std::string& name) {
    return renamed(sequence, word, name).tokens == renamed(sequence.tokens, word, name);
}

} // namespace

bool is_as_seeded(const Embedding& embedding, const std::string& word) {
    const TokenVector& vector = *embedding.table->find(word);
    return vector.seeded || *vector.values == seeded_token(embedding, word);
}

std::unordered_set<std::string> used_words(const Experiment& experiment) {
    const std::vector<std::string> words = distinct_tokens(experiment);
    std::unordered_set<std::string> used(words.begin(), words.end());
    if (is_cache_step(experiment)) {
        for (std::string& word : words_to_come(experiment))
            used.insert(std::move(word));
    }
    return used;
}

Index unused_word_count(const Experiment& experiment) {
    const std::unordered_set<std::string> used = used_words(experiment);
    return std::ranges::count_if(experiment.embedding.table->entries(),
                                 [&](const auto& entry) { return !used.contains(entry.token); });
}

Experiment with_word_value(const Experiment& experiment, const std::string& word, Index column,
                           double value) {
    assert(std::isfinite(value));
    RowVector values = *experiment.embedding.table->find(word)->values;
    values(column) = value;
    return with_vector(experiment, word, std::move(values), false);
}

Experiment with_word_reseeded(const Experiment& experiment, const std::string& word) {
    return with_vector(experiment, word, seeded_token(experiment.embedding, word), true);
}

std::optional<RenameProblem> rename_problem(const Experiment& experiment, const std::string& word,
                                            const std::string& name) {
    if (name == word)
        return std::nullopt;
    if (name.empty())
        return RenameProblem::empty;
    if (experiment.embedding.table->find(name))
        return RenameProblem::taken;
    if (!can_be_renamed(experiment.sequence, word, name) ||
        (experiment.source && !can_be_renamed(*experiment.source, word, name)) ||
        (is_cache_step(experiment) && !can_be_renamed(whole_sentence(experiment), word, name)))
        return RenameProblem::splits;
    return std::nullopt;
}

Experiment with_word_renamed(const Experiment& experiment, const std::string& word, const std::string& name) {
    assert(!rename_problem(experiment, word, name));
    if (name == word)
        return experiment;
    EmbeddingTable table;
    for (const auto& [token, vector] : experiment.embedding.table->entries())
        token == word ? table.set(name, {vector.values, false}) : table.set(token, vector);
    Experiment next = with_table(experiment, std::move(table));
    next.sequence = renamed(experiment.sequence, word, name);
    if (experiment.source)
        next.source = renamed(*experiment.source, word, name);
    if (is_cache_step(experiment) && experiment.source->tokenizer != Tokenizer::manual)
        next.sequence.text = renamed(whole_sentence(experiment), word, name).text;
    return next;
}

Experiment without_word(const Experiment& experiment, const std::string& word) {
    EmbeddingTable table = *experiment.embedding.table;
    table.remove(word);
    return with_table(experiment, std::move(table));
}

Experiment without_unused_words(const Experiment& experiment) {
    const std::unordered_set<std::string> used = used_words(experiment);
    EmbeddingTable table;
    for (const auto& [token, vector] : experiment.embedding.table->entries()) {
        if (used.contains(token))
            table.set(token, vector);
    }
    return with_table(experiment, std::move(table));
}

} // namespace lab
