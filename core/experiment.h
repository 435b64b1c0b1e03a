// SPDX-License-Identifier: GPL-3.0-or-later
//
// The value that a document holds: one attention computation, with nothing computed yet.
#pragma once

#include "core/types.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lab {

enum class Notation { rows, columns };
enum class ProjectionKind { linear, identity, direct };

/// A sentence and its tokens, which follow from the text: make_sequence (stages/01_tokens.h) builds one.
struct Sequence {
    std::string text;
    std::vector<std::string> tokens;
};

/// The vector of a token. A seeded one was given by the program and never touched by a person: it goes when
/// its last token goes.
struct TokenVector {
    std::shared_ptr<const RowVector> values; ///< d_model numbers
    bool seeded = false;
};

/// Token vectors by token, in the order in which they were added.
class EmbeddingTable {
public:
    struct Entry {
        std::string token;
        TokenVector vector;
    };

    /// The entry of `token`, or nullptr.
    const TokenVector* find(const std::string& token) const;
    const std::vector<Entry>& entries() const { return m_entries; }
    /// Replaces the vector of `token`, or adds it at the end.
    void set(const std::string& token, TokenVector vector);
    void remove(const std::string& token);

private:
    std::vector<Entry> m_entries;
    std::unordered_map<std::string, std::size_t> m_positions;
};

struct Embedding {
    Index dimension = 0; ///< d_model; 0 where the document has no embedding
    std::uint64_t seed = 0;
    std::shared_ptr<const EmbeddingTable> table = std::make_shared<const EmbeddingTable>();
};

struct Heads {
    Index count = 1;    ///< H
    Index kv_count = 1; ///< G, divides H; head h uses group ⌊h·G/H⌋
};

/// An absent parameter is a null pointer. Biases are matrices of one row.
struct Projection {
    ProjectionKind kind = ProjectionKind::linear;
    MatrixPtr W_Q, W_K, W_V; ///< (d_model, H·d_k), (d_model, G·d_k), (d_model, G·d_v); linear
    MatrixPtr b_Q, b_K, b_V; ///< (1, width of the matrix)
    MatrixPtr W_O, b_O;      ///< (H·d_v, d_out), (1, d_out)
    MatrixPtr Q, K, V;       ///< (n_q, H·d_k), (n_k, G·d_k), (n_k, G·d_v); direct
};

struct Scores {
    std::optional<double> scale; ///< what multiplies QKᵀ; absent: 1/√d_k
};

struct Mask {
    bool causal = false; ///< key j is hidden from query i where j > i
};

struct Experiment {
    std::string title;
    std::string description;
    Notation notation = Notation::rows;
    Sequence sequence;
    Embedding embedding;
    Heads heads;
    Projection projection;
    Scores scores;
    Mask mask;
    /// How parameters were made, by name ("W_Q"); an object or null. Dropped from a parameter when it is
    /// edited.
    std::shared_ptr<const nlohmann::ordered_json> origin;
    /// The document's keys that this program does not know, nested as they were found; an object or null.
    std::shared_ptr<const nlohmann::ordered_json> unknown_keys;
};

/// The sizes of an experiment that validate() finds nothing wrong with.
struct Dimensions {
    Index n_q = 0, n_k = 0, d_model = 0, d_k = 0, d_v = 0, d_out = 0, H = 1, G = 1;
};
Dimensions dimensions(const Experiment& experiment);

/// The tokens of the sentence, each once, in the order in which they first stand in it.
std::vector<std::string> distinct_tokens(const Experiment& experiment);

/// False for `direct`, where Q, K and V are given and X plays no part.
inline bool has_inputs(const Experiment& experiment) {
    return experiment.projection.kind != ProjectionKind::direct;
}

} // namespace lab
