// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of a sentence: its text, tokenizer, source, positions and seed, and what follows its tokens.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// Which sequence: the one with the queries, or the source of keys and values.
enum class Side { sentence, source };
/// The sequence of a side, which must exist.
const Sequence& sequence_of(const Experiment& experiment, Side side);

/// The experiment with another sequence. Each of its tokens continues the old one at its origin, or none
/// (−1). What belongs to the tokens moves with them, see with_text(). The side must exist.
Experiment with_sequence(const Experiment& experiment, Side side, Sequence sequence,
                         const std::vector<TokenIndex>& origins);

/// The experiment with another text on a side, split by the same tokenizer. The side must exist and its
/// tokens must not be given by hand. Old and new tokens are aligned by their longest common subsequence:
/// given rows of X, Q, K and V, rows and columns of the custom mask, padding and overrides move with their
/// token, and are removed with it; the sequence keeps its offset. A new word gets a seeded vector. A new
/// token is visible, and in `direct` gets seeded rows; where inputs are given by row, its row is the vector
/// of its word, as in the table or else seeded. Seeded vectors of removed words are dropped; all others stay.
/// Rows of a learned position table stay with their position; missing ones are seeded.
Experiment with_text(const Experiment& experiment, const std::string& text, Side side = Side::sentence);

/// The tokens as a text, with a space between any two.
std::string spaced(const std::vector<std::string>& tokens);
/// The sentence "1 2 3", of so many tokens.
Sequence numbered_sentence(Index count);

/// The sequence with another tokenizer: see with_tokenizer().
Sequence split_by(const Sequence& sequence, Tokenizer tokenizer);

/// The experiment with another tokenizer. `manual` keeps the tokens as they are. If a document with tokens
/// given by hand has no text, the tokens joined by spaces become its text.
Experiment with_tokenizer(const Experiment& experiment, Tokenizer tokenizer, Side side = Side::sentence);

/// The experiment with a separate source for keys and values, or without one. A new source is a copy of the
/// sentence, so no result changes: given rows and overrides of X apply to keys and values as well. Without a
/// source, keys and values come from the sentence again, whose tokens are aligned with the source's. What
/// belonged to the source's keys moves to them, see with_text(), and its given rows and the overrides of its
/// inputs are dropped.
Experiment with_source(const Experiment& experiment, bool source);

/// The experiment with another seed for new words and positions. Vectors that were never edited or loaded
/// follow it, as do rows of the position table that equal what the old seed gave. Given rows of X do not.
Experiment with_seed(const Experiment& experiment, std::uint64_t seed);

/// The experiment with another kind of positions. The table is kept for switching back. `learned` reuses it
/// if it is as wide as the vectors, and seeds missing rows.
/// Fails if the table would be too large, see too_large_as().
Result<Experiment> with_position(const Experiment& experiment, PositionKind kind);

/// Why a learned table with a row for every position would be too large; nullopt if it would not, or if there
/// is none.
std::optional<Error> too_many_positions(const Experiment& experiment);

/// The experiment with another position of a side's first token, at least 0. A learned table gets the rows
/// that it lacks; fails if it would be too large. The side must exist.
Result<Experiment> with_offset(const Experiment& experiment, Side side, Index offset);

/// For each new token the index of the old one it continues, or −1: a longest common subsequence, the
/// earliest of several.
std::vector<TokenIndex> aligned(const std::vector<std::string>& from, const std::vector<std::string>& to);

} // namespace lab
