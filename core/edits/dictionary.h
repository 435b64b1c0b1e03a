// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dictionary: the vectors of all words that a document has, those in no sentence included.
#pragma once

#include "core/experiment.h"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace lab {

/// Whether a word's numbers are, to the last bit, what the document's seed gives it: nobody has touched them.
/// The word must be in the table.
bool is_as_seeded(const Embedding& embedding, const std::string& word);

/// The words of the sentences.
std::unordered_set<std::string> used_words(const Experiment& experiment);
/// How many words of the table are in no sentence.
Index unused_word_count(const Experiment& experiment);

/// The experiment with one number of a word's vector replaced. The word must be in the table, the number be
/// finite; the vector becomes the person's own.
Experiment with_word_value(const Experiment& experiment, const std::string& word, Index column, double value);

/// The experiment with a word of a sentence back at the vector that the seed gives it, as if nobody had ever
/// touched it.
Experiment with_word_reseeded(const Experiment& experiment, const std::string& word);

/// Why a word cannot have another name.
enum class RenameProblem {
    empty,  ///< it would have none
    taken,  ///< another word has that name, and another vector
    splits, ///< a sentence that the word is in would be split into other tokens
};
/// Nothing where `word`, which must be in the table, can be called `name`.
std::optional<RenameProblem> rename_problem(const Experiment& experiment, const std::string& word,
                                            const std::string& name);

/// The experiment with another name for a word, wherever it stands in either sentence. It keeps its vector,
/// which is the person's own from then on, and its place in the table. There must be no rename_problem().
Experiment with_word_renamed(const Experiment& experiment, const std::string& word, const std::string& name);

/// The experiment without a word that is in no sentence.
Experiment without_word(const Experiment& experiment, const std::string& word);
/// The same without all of those.
Experiment without_unused_words(const Experiment& experiment);

} // namespace lab
