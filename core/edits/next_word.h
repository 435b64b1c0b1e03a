// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sentence word by word, as a decoder computes it with a key cache: the last word is the only query, and
// the words up to it, itself included, are keys and values. Such a document is one of cross-attention whose
// sentence is a token given by hand, at its position in the source. Its text is that of the whole sentence,
// so that the words still to come are remembered.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>
#include <string>
#include <vector>

namespace lab {

// The experiment of these must be a cache step.
/// The sentence of which it is a step: its text, split as the source is, if it begins with the source's
/// tokens. If not, or if they are given by hand, the source.
Sequence whole_sentence(const Experiment& experiment);
/// The words of the whole sentence after the query.
std::vector<std::string> words_to_come(const Experiment& experiment);

/// The ways into a cache step, from one to another, and out.
enum class CacheMove { in, back, on, out };

/// Why a move is not offered: it would lose something that no later move brings back, or its numbers would
/// not be a row of the whole computation.
enum class CacheProblem {
    given_rows,  ///< Q, K and V are given: other words have no numbers, or would lose theirs
    custom_mask, ///< rows of the custom mask
    additive,    ///< rows of the added scores
    dropout,     ///< one query draws other numbers than the whole sentence
    overrides,   ///< overrides of other queries, of the present one, or of the last key
    inputs,      ///< the query's vector differs from the one that its key has
    padding,     ///< the last key is padding
    input_rows,  ///< the last key's given vector
    by_hand,     ///< the last token is listed in the document, and in no text
    splits,      ///< a shorter text would be split into other tokens
};
/// nullopt if the move loses nothing. It must be possible: `in` needs a sentence with tokens and no source,
/// the others a cache step, `back` two keys.
std::optional<CacheProblem> cache_problem(const Experiment& experiment, CacheMove move);

/// The experiment with the last token of its sentence as the only query. There must be tokens and no source.
/// Every stage equals the last row of what it was, and keys and values are the same, but for dropout. What
/// belonged to other queries is dropped; what belonged to keys stays.
Experiment with_last_word(const Experiment& experiment);
/// The cache step of the word before: the last key is removed, and the one before it is the query. There must
/// be two keys.
Experiment with_word_before(const Experiment& experiment);
/// The cache step of the next word: it joins the keys and is the query. There must be words_to_come().
Experiment with_next_word(const Experiment& experiment);
/// The same after adding text to the end of the sentence. A source given by hand gets all of it as one token.
/// nullopt if there is no word in it, or if the text that it joins would be split into other tokens.
std::optional<Experiment> with_typed_word(const Experiment& experiment, const std::string& text);
/// The whole sentence with self-attention, words to come included. Inputs are the keys' ones.
Experiment with_whole_sentence(const Experiment& experiment);

} // namespace lab
