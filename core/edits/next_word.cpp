// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/next_word.h"

#include "core/edits/moved_tokens.h"
#include "core/edits/tokens.h"
#include "core/experiment/masks.h"
#include "core/experiment/stage.h"
#include "core/stages/01_tokens.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

using Words = std::vector<std::string>;

bool begins_with(const Words& all, const Words& first) {
    return all.size() >= first.size() && std::equal(first.begin(), first.end(), all.begin());
}

/// For each of `count` tokens the one of as many that it continues: itself, or none from `known` on.
TokenOrigins first_origins(std::size_t count, std::size_t known) {
    TokenOrigins origins = unmoved(std::min(count, known));
    origins.resize(count, -1);
    return origins;
}

/// The experiment with the tokens, vectors and positions that it has in common with `before` as they were
/// there: seeded vectors of words to come are kept, and in their order.
Experiment with_vectors_kept(Experiment next, const Experiment& before) {
    const EmbeddingTable& table = *before.embedding.table;
    const Words tokens = distinct_tokens(next);
    if (std::ranges::all_of(tokens, [&](const std::string& token) { return table.find(token); }))
        next.embedding.table = before.embedding.table;
    const MatrixPtr& positions = before.embedding.position.table;
    if (positions && positions->rows() >= positions_needed(next))
        next.embedding.position.table = positions;
    return next;
}

/// The overrides with those of inputs as those of the last source inputs.
std::vector<Override> with_last_inputs(const std::vector<Override>& old, Index last) {
    std::vector<Override> overrides = old;
    std::erase_if(overrides, [](const Override& each) { return each.stage == StageId::inputs; });
    const std::vector<Override> kept = overrides;
    for (Override each : kept) {
        if (each.stage != StageId::source_inputs || each.row != last)
            continue;
        each.stage = StageId::inputs;
        each.row = 0;
        overrides.push_back(std::move(each));
    }
    return overrides;
}

/// The experiment, which has a source, with that source's last token as its only query: one that continues
/// the old query at `origin`, or none (−1).
Experiment with_last_as_query(Experiment experiment, std::string text, TokenIndex origin) {
    const Sequence& source = *experiment.source;
    const auto last = static_cast<Index>(source.tokens.size()) - 1;
    Sequence query{Tokenizer::manual, std::move(text), {source.tokens.back()}, source.offset + last};
    experiment.sequence.offset = query.offset;
    Experiment next = with_sequence(experiment, Side::sentence, std::move(query), {origin});
    Embedding& embedding = next.embedding;
    if (has_given_inputs(next))
        embedding.X = share(Matrix(embedding.X_source->bottomRows(1)));
    next.overrides = with_last_inputs(next.overrides, last);
    return next;
}

/// The cache step at the `count`th word of a sentence that begins with the source, or as the source does.
Experiment with_words(const Experiment& experiment, const Sequence& whole, std::size_t count) {
    const std::size_t known = experiment.source->tokens.size();
    Experiment moved =
        with_sequence(experiment, Side::source, with_first_words(whole, count), first_origins(count, known));
    const std::string text = whole.tokenizer == Tokenizer::manual ? experiment.sequence.text : whole.text;
    return with_vectors_kept(with_last_as_query(std::move(moved), text, -1), experiment);
}

bool is_of_key(const Override& each, Index key) {
    const StageInfo& stage = info(each.stage);
    return (stage.rows == Axis::key_token && each.row == key) ||
           (stage.columns == Axis::key_token && each.column == key);
}

/// Whether the query's inputs are those of the last key, apart from the position.
bool shares_inputs(const Experiment& experiment, Index last) {
    const Embedding& embedding = experiment.embedding;
    if (has_given_inputs(experiment) && embedding.X->row(0) != embedding.X_source->row(last))
        return false;
    const std::vector<Override>& overrides = experiment.overrides;
    const std::vector<Override> as_keys = with_last_inputs(overrides, last);
    const auto inputs = [](const std::vector<Override>& all) {
        std::vector<std::pair<Index, double>> cells;
        for (const Override& each : all) {
            if (each.stage == StageId::inputs)
                cells.emplace_back(each.column, each.value);
        }
        return cells;
    };
    return inputs(overrides) == inputs(as_keys);
}

/// What has a row for each query: of another query there is none, or it would be lost.
std::optional<CacheProblem> problem_of_rows(const Experiment& experiment) {
    if (!has_inputs(experiment))
        return CacheProblem::given_rows;
    if (experiment.mask.custom)
        return CacheProblem::custom_mask;
    if (!experiment.scores.additive.empty())
        return CacheProblem::additive;
    return std::nullopt;
}

/// Whether there is an override that would be lost.
template<class IsLost>
std::optional<CacheProblem> problem_of_overrides(const Experiment& experiment, const IsLost& is_lost) {
    const bool drops = std::ranges::any_of(experiment.overrides, is_lost);
    return drops ? std::optional(CacheProblem::overrides) : std::nullopt;
}

std::optional<CacheProblem> problem_in(const Experiment& experiment) {
    const auto last = static_cast<Index>(experiment.sequence.tokens.size()) - 1;
    if (last < 1)
        return std::nullopt;
    if (const auto problem = problem_of_rows(experiment))
        return problem;
    if (experiment.dropout && experiment.dropout->rate > 0)
        return CacheProblem::dropout;
    return problem_of_overrides(experiment, [last](const Override& each) {
        // Those of inputs are of keys, too.
        return each.stage != StageId::inputs && info(each.stage).rows == Axis::query_token &&
               each.row != last;
    });
}

/// What belongs to the query and would be lost when another word is.
std::optional<CacheProblem> problem_of_query(const Experiment& experiment) {
    if (const auto problem = problem_of_rows(experiment))
        return problem;
    return problem_of_overrides(experiment, [](const Override& each) {
        return each.stage != StageId::inputs && info(each.stage).rows == Axis::query_token;
    });
}

/// What belongs to the last key and would be lost with it.
std::optional<CacheProblem> problem_of_key(const Experiment& experiment, Index last) {
    if (const auto problem =
            problem_of_overrides(experiment, [last](const Override& each) { return is_of_key(each, last); }))
        return problem;
    if (is_padding(experiment.mask, last))
        return CacheProblem::padding;
    if (has_given_inputs(experiment))
        return CacheProblem::input_rows;
    if (experiment.source->tokenizer == Tokenizer::manual)
        return CacheProblem::by_hand;
    return std::nullopt;
}

bool splits(const Experiment& experiment, std::size_t count) {
    const Sequence whole = whole_sentence(experiment);
    const Words& tokens = with_first_words(whole, count).tokens;
    return tokens.size() != count || !begins_with(whole.tokens, tokens);
}

/// The text of a sentence that goes on with another one.
std::string continued(const Sequence& whole, const std::string& text) {
    const bool spaced = whole.tokenizer == Tokenizer::characters || whole.text.ends_with(' ');
    return whole.text + (spaced ? "" : " ") + text;
}

} // namespace

Sequence whole_sentence(const Experiment& experiment) {
    const Sequence& source = *experiment.source;
    if (source.tokenizer == Tokenizer::manual)
        return source;
    Sequence whole = make_sequence(experiment.sequence.text, source.tokenizer);
    whole.offset = source.offset;
    return begins_with(whole.tokens, source.tokens) ? whole : source;
}

Words words_to_come(const Experiment& experiment) {
    const Words whole = whole_sentence(experiment).tokens;
    const auto known = static_cast<std::ptrdiff_t>(experiment.source->tokens.size());
    return {whole.begin() + known, whole.end()};
}

std::optional<CacheProblem> cache_problem(const Experiment& experiment, CacheMove move) {
    if (move == CacheMove::in)
        return problem_in(experiment);
    const std::size_t keys = experiment.source->tokens.size();
    const auto last = static_cast<Index>(keys) - 1;
    if (!shares_inputs(experiment, last))
        return CacheProblem::inputs;
    if (move == CacheMove::out)
        return std::nullopt;
    if (const auto problem = problem_of_query(experiment))
        return problem;
    if (move == CacheMove::back) {
        if (const auto problem = problem_of_key(experiment, last))
            return problem;
    }
    const bool is_on = move == CacheMove::on;
    if ((!is_on || !words_to_come(experiment).empty()) && splits(experiment, is_on ? keys + 1 : keys - 1))
        return CacheProblem::splits;
    return std::nullopt;
}

Experiment with_last_word(const Experiment& experiment) {
    const auto last = static_cast<TokenIndex>(experiment.sequence.tokens.size()) - 1;
    return with_vectors_kept(
        with_last_as_query(with_source(experiment, true), experiment.sequence.text, last), experiment);
}

Experiment with_word_before(const Experiment& experiment) {
    return with_words(experiment, whole_sentence(experiment), experiment.source->tokens.size() - 1);
}

Experiment with_next_word(const Experiment& experiment) {
    return with_words(experiment, whole_sentence(experiment), experiment.source->tokens.size() + 1);
}

std::optional<Experiment> with_typed_word(const Experiment& experiment, const std::string& text) {
    Sequence whole = whole_sentence(experiment);
    const Words before = whole.tokens;
    if (whole.tokenizer == Tokenizer::manual) {
        if (make_sequence(text).tokens.empty())
            return std::nullopt;
        whole.tokens.push_back(text);
    } else {
        whole = make_sequence(continued(whole, text), whole.tokenizer);
    }
    if (whole.tokens.size() <= before.size() || !begins_with(whole.tokens, before))
        return std::nullopt;
    return with_words(experiment, whole, experiment.source->tokens.size() + 1);
}

Experiment with_whole_sentence(const Experiment& experiment) {
    const Sequence whole = whole_sentence(experiment);
    const std::size_t known = experiment.source->tokens.size();
    const std::size_t count = whole.tokens.size();
    Experiment next = with_sequence(experiment, Side::source, whole, first_origins(count, known));
    next.sequence.offset = whole.offset;
    std::vector<TokenIndex> queries(count, -1);
    queries[known - 1] = 0;
    next = with_sequence(next, Side::sentence, whole, queries);
    if (has_given_inputs(next))
        next.embedding.X = next.embedding.X_source;
    std::erase_if(next.overrides, [](const Override& each) { return each.stage == StageId::inputs; });
    for (Override& each : next.overrides) {
        if (each.stage == StageId::source_inputs)
            each.stage = StageId::inputs;
    }
    return with_vectors_kept(with_source(next, false), experiment);
}

} // namespace lab
