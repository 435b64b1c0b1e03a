// SPDX-License-Identifier: GPL-3.0-or-later
//
// The value that a document holds: one attention computation, with nothing computed yet.
#pragma once

#include "core/stage_id.h"
#include "core/types.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lab {

enum class Notation { rows, columns };
enum class Tokenizer { whitespace, characters, words, manual };
enum class PositionKind { none, sinusoidal, learned };
enum class ProjectionKind { linear, identity, direct };
enum class ScoreBias { none, alibi };
enum class NormalizationKind { softmax, softmax_naive, sum, sparsemax };

using JsonPtr = std::shared_ptr<const nlohmann::ordered_json>;

/// A sentence and its tokens, which follow from the text unless they are given by hand (`manual`):
/// make_sequence (stages/01_tokens.h) builds one.
struct Sequence {
    Tokenizer tokenizer = Tokenizer::whitespace;
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

/// What is added to the vector of a token for the place where it stands.
struct Position {
    PositionKind kind = PositionKind::none;
    MatrixPtr table; ///< one row a position, (at least the longer sequence, d_model); read where `learned`
};

struct Embedding {
    Index dimension = 0; ///< d_model; 0 where the document has no embedding
    std::uint64_t seed = 0;
    std::shared_ptr<const EmbeddingTable> table = std::make_shared<const EmbeddingTable>();
    Position position;
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
    bool rotary = false;         ///< queries and keys are rotated by their position
    double rotary_base = 10000;  ///< above 0
    ScoreBias bias = ScoreBias::none;
};

/// A key is hidden from a query where any of these hides it.
struct Mask {
    bool causal = false;             ///< key j is hidden from query i where j > i
    std::optional<Index> window;     ///< w, at least 1: hidden where |i−j| ≥ w
    std::vector<TokenIndex> padding; ///< keys hidden from every query
    MatrixPtr custom;                ///< (n_q, n_k) of 0 and 1; hidden where 0
};

struct Normalization {
    NormalizationKind kind = NormalizationKind::softmax;
    double temperature = 1; ///< τ, above 0
};

/// A computed cell that is fixed by hand: it is replaced once its stage is computed, and every later stage
/// sees it. Of two for the same cell the later one holds.
struct Override {
    StageId stage = StageId::inputs;
    HeadIndex head = 0; ///< 0 for a stage that has no heads
    Index row = 0, column = 0;
    double value = 0;     ///< finite or −∞
    JsonPtr unknown_keys; ///< as in Experiment
};

struct Experiment;

/// A kept state to compare with; it holds no snapshots of its own.
struct Snapshot {
    std::string name;
    std::shared_ptr<const Experiment> experiment;
    JsonPtr unknown_keys; ///< as in Experiment
};

struct Experiment {
    std::string title;
    std::string description;
    Notation notation = Notation::rows;
    Sequence sequence;
    std::optional<Sequence> source; ///< cross-attention: keys and values come from here
    Embedding embedding;
    Heads heads;
    Projection projection;
    Scores scores;
    Mask mask;
    Normalization normalization;
    std::vector<Override> overrides;
    std::vector<Snapshot> snapshots;

    // Objects, or null where the document has none.
    JsonPtr origin; ///< how parameters were made, by name ("W_Q"); dropped from one that is edited
    JsonPtr parked; ///< parameters of a projection kind that is switched off
    JsonPtr view;   ///< what the window looks like
    /// The document's keys that this program does not know, nested as they were found.
    JsonPtr unknown_keys;
};

/// Whether two experiments say the same, to the last bit of every number; what the window looks like (`view`)
/// does not count. Matrices that they share are not looked at.
bool is_same(const Experiment& a, const Experiment& b);

/// The sizes of an experiment that validate() finds nothing wrong with.
struct Dimensions {
    Index n_q = 0, n_k = 0, d_model = 0, d_k = 0, d_v = 0, d_out = 0, H = 1, G = 1;
};
Dimensions dimensions(const Experiment& experiment);

/// The tokens that keys and values come from: the sentence's own, or the source's in cross-attention.
const std::vector<std::string>& key_tokens(const Experiment& experiment);

/// True where there are no queries or no keys yet: an unfinished document, of which nothing can be computed.
bool is_empty(const Experiment& experiment);

/// The tokens of both sequences, each once, in the order in which they first stand there.
std::vector<std::string> distinct_tokens(const Experiment& experiment);

/// False for `direct`, where Q, K and V are given and X plays no part.
inline bool has_inputs(const Experiment& experiment) {
    return experiment.projection.kind != ProjectionKind::direct;
}

} // namespace lab
