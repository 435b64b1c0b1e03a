// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happens to an experiment when its sentence changes.
#pragma once

#include "core/experiment.h"

namespace lab {

/// What a token's vector is, and what a row of the learned position table is, until somebody edits it: a pure
/// function of the document's seed, the token or the position, and d_model.
RowVector seeded_token(const Embedding& embedding, const std::string& token);
RowVector seeded_position(const Embedding& embedding, Index position);

/// Gives a vector to every token of the document that has none, and takes the seeded ones of words that are
/// gone; a learned position table gets the rows that are missing.
void complete_vectors(Experiment& experiment);

/// Which sequence: the one that queries come from, or the source of keys and values.
enum class Side { sentence, source };
/// The sequence of a side, which must be there.
const Sequence& sequence_of(const Experiment& experiment, Side side);

/// The experiment with another sequence. Each of its tokens continues the old one at its origin, or none
/// (−1); what stands to the tokens travels with them, as with_text() says. The side must be there.
Experiment with_sequence(const Experiment& experiment, Side side, Sequence sequence,
                         const std::vector<TokenIndex>& origins);

/// The experiment with another text on a side, which must be there, split as the old one was; its tokens must
/// not be given by hand. Old and new tokens are aligned by their longest common subsequence: given rows of Q,
/// K and V, rows and columns of the custom mask, padding and overrides travel with their token, and go with
/// it. A new word gets a seeded vector, a new token of `direct` seeded rows, and it is visible; seeded
/// vectors of words that are gone go with them, all others stay. Rows of a learned position table stay with
/// their position; missing ones are seeded.
Experiment with_text(const Experiment& experiment, const std::string& text, Side side = Side::sentence);

/// A sequence split in another way: see with_tokenizer().
Sequence split_by(const Sequence& sequence, Tokenizer tokenizer);

/// The same with another way to split the text. `manual` keeps the tokens as they are; where a document with
/// tokens given by hand has no text, its tokens with a space between them become one.
Experiment with_tokenizer(const Experiment& experiment, Tokenizer tokenizer, Side side = Side::sentence);

/// The experiment with a source of its own for keys and values, or without one. A new source is what the
/// sentence is, and nothing that is computed changes: cells of X that are fixed stay so for keys and values.
/// Without it keys and values come from the sentence again, whose tokens are aligned with the source's: what
/// stood to its keys goes to them, as with_text() says, and fixed cells of its inputs go.
Experiment with_source(const Experiment& experiment, bool source);

/// The experiment with another seed for new words and positions. Vectors that nobody has edited or loaded
/// follow it, and so do rows of the position table that are what the old seed gave.
Experiment with_seed(const Experiment& experiment, std::uint64_t seed);

/// The experiment with another kind of positions. The table stays for the way back; `learned` takes it up
/// again where it is as wide as the vectors are, and seeds the rows that are missing.
Experiment with_position(const Experiment& experiment, PositionKind kind);

/// For each new token the position of the old one it continues, or −1: a longest common subsequence, the
/// earliest where several are as long.
std::vector<TokenIndex> aligned(const std::vector<std::string>& from, const std::vector<std::string>& to);

} // namespace lab
