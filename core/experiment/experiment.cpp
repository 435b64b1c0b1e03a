// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/experiment.h"

#include <algorithm>
#include <unordered_set>

namespace lab {

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
