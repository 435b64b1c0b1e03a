// SPDX-License-Identifier: GPL-3.0-or-later
//
// The vectors of tokens and positions, and which of them a document needs.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// The vectors of words, as in the table or else seeded: what rows of given inputs begin with.
MatrixPtr vectors_of_words(const Embedding& embedding, const std::vector<std::string>& words);

/// Adds a vector for every token of the document that has none, and removes seeded ones of absent words.
/// Where inputs are given by row the table is not used and gets no new vectors; rows that are missing or do
/// not fit are replaced by vectors_of_words(). Adds missing rows to a learned position table.
void complete_vectors(Experiment& experiment);

/// The learned table with a row for every position of both sequences. Rows stay with their position. Rows at
/// the end are removed if no token needs them and they still have their seeded values, so that typing a word
/// and removing it leaves no trace.
MatrixPtr completed_positions(const Experiment& experiment);

} // namespace lab
