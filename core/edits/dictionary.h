// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dictionary: the vectors of all words of a document, including those in no sentence.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace lab {

/// Whether a word's numbers are exactly those that the document's seed gives it, that is, unedited. The word
/// must be in the table.
bool is_as_seeded(const Embedding& embedding, const std::string& word);

/// The words that occur in the sentences, those to come included: see next_word.h.
std::unordered_set<std::string> used_words(const Experiment& experiment);
/// How many words of the table are in no sentence.
Index unused_word_count(const Experiment& experiment);

/// The experiment with one number of a word's vector replaced. The word must be in the table and the number
/// finite. The vector no longer counts as seeded.
Experiment with_word_value(const Experiment& experiment, const std::string& word, Index column, double value);

/// The experiment with the vector of a word in a sentence reset to the seeded one, as if it had never been
/// edited.
Experiment with_word_reseeded(const Experiment& experiment, const std::string& word);

/// Why a word cannot be renamed.
enum class RenameProblem {
    empty,  ///< the new name is empty
    taken,  ///< another word has that name and a different vector
    splits, ///< a sentence with the word would be split into different tokens
};
/// nullopt if `word`, which must be in the table, can be renamed to `name`.
std::optional<RenameProblem> rename_problem(const Experiment& experiment, const std::string& word,
                                            const std::string& name);

/// The experiment with a word renamed wherever it occurs in either sentence. It keeps its place in the table
/// and its vector, which no longer counts as seeded. There must be no rename_problem().
Experiment with_word_renamed(const Experiment& experiment, const std::string& word, const std::string& name);

/// The experiment with a word removed that is in no sentence.
Experiment without_word(const Experiment& experiment, const std::string& word);
/// The same with all such words removed.
Experiment without_unused_words(const Experiment& experiment);

} // namespace lab
