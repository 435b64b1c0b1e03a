// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/experiment.h"

#include "core/experiment/options.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>
#include <unordered_set>

namespace lab {

namespace {

/// Whether both are null, or have the same shape and bits.
template<class T>
bool same(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
    if (a == b || !a || !b)
        return a == b;
    return a->rows() == b->rows() && a->cols() == b->cols() &&
           (a->size() == 0 ||
            std::memcmp(a->data(), b->data(), sizeof(double) * static_cast<std::size_t>(a->size())) == 0);
}

bool same(const JsonPtr& a, const JsonPtr& b) {
    return a == b || (a && b && *a == *b);
}

bool same(const EmbeddingTable& a, const EmbeddingTable& b) {
    return std::ranges::equal(a.entries(), b.entries(),
                              [](const EmbeddingTable::Entry& x, const EmbeddingTable::Entry& y) {
                                  return x.token == y.token && same(x.vector.values, y.vector.values);
                              });
}

bool same(const Sequence& a, const Sequence& b) {
    return std::tie(a.tokenizer, a.text, a.tokens, a.offset) ==
           std::tie(b.tokenizer, b.text, b.tokens, b.offset);
}

bool same(const Embedding& a, const Embedding& b) {
    return a.dimension == b.dimension && a.seed == b.seed &&
           (a.table == b.table || same(*a.table, *b.table)) && a.position.kind == b.position.kind &&
           same(a.position.table, b.position.table) && a.inputs == b.inputs && same(a.X, b.X) &&
           same(a.X_source, b.X_source);
}

bool same(const Projection& a, const Projection& b) {
    const auto matrices = [](const Projection& p) {
        return std::array{p.W_Q, p.W_K, p.W_V, p.b_Q, p.b_K, p.b_V, p.W_O, p.b_O, p.Q, p.K, p.V};
    };
    return a.kind == b.kind &&
           std::ranges::equal(matrices(a), matrices(b),
                              [](const MatrixPtr& x, const MatrixPtr& y) { return same(x, y); });
}

bool same(const std::optional<QkNorm>& a, const std::optional<QkNorm>& b) {
    if (!a || !b)
        return a.has_value() == b.has_value();
    return a->kind == b->kind && a->epsilon == b->epsilon && same(a->g_Q, b->g_Q) && same(a->g_K, b->g_K);
}

// Of these three, the rest are options.
bool same(const Scores& a, const Scores& b) {
    return same(a.qk_norm, b.qk_norm) &&
           std::ranges::equal(a.additive, b.additive,
                              [](const MatrixPtr& x, const MatrixPtr& y) { return same(x, y); });
}

bool same(const Mask& a, const Mask& b) {
    return a.padding == b.padding && same(a.custom, b.custom);
}

bool same(const Normalization& a, const Normalization& b) {
    return same(a.sink, b.sink);
}

bool same(const std::optional<Dropout>& a, const std::optional<Dropout>& b) {
    if (!a || !b)
        return a.has_value() == b.has_value();
    return a->rate == b->rate && a->seed == b->seed;
}

bool same(const Override& a, const Override& b) {
    return std::tie(a.stage, a.head, a.row, a.column, a.value) ==
               std::tie(b.stage, b.head, b.row, b.column, b.value) &&
           same(a.unknown_keys, b.unknown_keys);
}

// A snapshot may be kept for its view.
bool same(const Snapshot& a, const Snapshot& b) {
    return a.name == b.name &&
           (a.experiment == b.experiment ||
            (is_same(*a.experiment, *b.experiment) && same(a.experiment->view, b.experiment->view))) &&
           same(a.unknown_keys, b.unknown_keys);
}

} // namespace

bool is_same(const Experiment& a, const Experiment& b) {
    const auto each = [](const auto& x, const auto& y) { return same(x, y); };
    const auto rest = [](const Experiment& e) {
        return std::tie(e.title, e.description, e.heads.count, e.heads.kv_count);
    };
    const auto same_option = [&](const Option& option) { return is_same(option, a, b); };
    return rest(a) == rest(b) && std::ranges::all_of(all_options(), same_option) &&
           same(a.sequence, b.sequence) && a.source.has_value() == b.source.has_value() &&
           (!a.source || same(*a.source, *b.source)) && same(a.embedding, b.embedding) &&
           same(a.projection, b.projection) && same(a.scores, b.scores) && same(a.mask, b.mask) &&
           same(a.normalization, b.normalization) && same(a.dropout, b.dropout) &&
           std::ranges::equal(a.overrides, b.overrides, each) &&
           std::ranges::equal(a.snapshots, b.snapshots, each) && same(a.origin, b.origin) &&
           same(a.inactive_projections, b.inactive_projections) && same(a.unknown_keys, b.unknown_keys);
}

const TokenVector* EmbeddingTable::find(const std::string& token) const {
    const auto found = m_positions.find(token);
    return found == m_positions.end() ? nullptr : &m_entries[found->second].vector;
}

void EmbeddingTable::set(const std::string& token, TokenVector vector) {
    const auto [position, added] = m_positions.try_emplace(token, m_entries.size());
    if (added)
        m_entries.push_back({token, std::move(vector)});
    else
        m_entries[position->second].vector = std::move(vector);
}

void EmbeddingTable::remove(const std::string& token) {
    const auto found = m_positions.find(token);
    if (found == m_positions.end())
        return;
    const std::size_t removed = found->second;
    m_entries.erase(m_entries.begin() + static_cast<std::ptrdiff_t>(removed));
    m_positions.erase(found);
    for (auto& [other, position] : m_positions) {
        if (position > removed)
            --position;
    }
}

std::optional<double> sink_of(const Normalization& normalization, HeadIndex head) {
    const MatrixPtr& sink = normalization.sink;
    if (!sink || !is_softmax(normalization.kind))
        return std::nullopt;
    return (*sink)(0, sink->cols() == 1 ? 0 : head);
}

Dimensions dimensions(const Experiment& experiment) {
    const Projection& p = experiment.projection;
    Dimensions d;
    d.n_q = static_cast<Index>(experiment.sequence.tokens.size());
    d.n_k = static_cast<Index>(key_tokens(experiment).size());
    d.d_model = experiment.embedding.dimension;
    d.H = experiment.heads.count;
    d.G = experiment.heads.kv_count;
    switch (p.kind) {
    case ProjectionKind::linear:
        d.d_k = p.W_Q->cols() / d.H;
        d.d_v = p.W_V->cols() / d.G;
        break;
    case ProjectionKind::identity:
        d.d_k = d.d_v = d.d_model / d.H;
        break;
    case ProjectionKind::direct:
        d.d_k = p.Q->cols() / d.H;
        d.d_v = p.V->cols() / d.G;
        break;
    }
    d.d_out = p.W_O ? p.W_O->cols() : d.H * d.d_v;
    d.pair_stages += experiment.dropout ? 1 : 0;
    return d;
}

const Sequence& key_sequence(const Experiment& experiment) {
    return experiment.source ? *experiment.source : experiment.sequence;
}

const std::vector<std::string>& key_tokens(const Experiment& experiment) {
    return key_sequence(experiment).tokens;
}

FirstPositions first_positions(const Experiment& experiment) {
    return {experiment.sequence.offset, key_sequence(experiment).offset};
}

Index positions_needed(const Experiment& experiment) {
    const auto end = [](const Sequence& sequence) {
        const auto count = static_cast<Index>(sequence.tokens.size());
        return count > 0 ? sequence.offset + count : 0;
    };
    return std::max(end(experiment.sequence), experiment.source ? end(*experiment.source) : 0);
}

bool is_empty(const Experiment& experiment) {
    return experiment.sequence.tokens.empty() || key_tokens(experiment).empty();
}

namespace {

/// Whether the queries are some of the source's tokens in a row, as with a key cache.
bool is_part_of_source(const Experiment& experiment) {
    if (!experiment.source)
        return false;
    const auto& some = experiment.sequence.tokens;
    const auto& all = experiment.source->tokens;
    return std::search(all.begin(), all.end(), some.begin(), some.end()) != all.end();
}

} // namespace

std::vector<std::string> distinct_tokens(const Experiment& experiment) {
    std::vector<std::string> tokens;
    std::unordered_set<std::string> seen;
    const auto add = [&](const Sequence& sequence) {
        for (const std::string& token : sequence.tokens) {
            if (seen.insert(token).second)
                tokens.push_back(token);
        }
    };
    if (is_part_of_source(experiment))
        add(*experiment.source);
    add(experiment.sequence);
    if (experiment.source)
        add(*experiment.source);
    return tokens;
}

} // namespace lab
