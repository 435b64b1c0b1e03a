// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inputs looked up by word, or given with one row per position.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>
#include <string>

namespace lab {

/// The experiment with inputs given by row: those that were looked up. No stage changes. The table stays as
/// it is. Requires inputs that are looked up.
Experiment with_inputs_by_row(const Experiment& experiment);

/// The experiment with a token for each row, named 1, 2, …, and the rows as its given inputs; sizes follow,
/// see with_matrix(). Its sentence must be empty, it must have no source, and its queries must be computed.
/// Fails on more tokens than a sentence may have, and likewise as with_matrix() does.
Result<Experiment> with_tokens_of_rows(const Experiment& experiment, const Matrix& rows);

/// The first word that has different rows in X and X_source, so that no single vector could stand for it.
/// nullopt if there is none. Requires given inputs.
std::optional<std::string> word_with_other_rows(const Experiment& experiment);

/// The experiment with inputs looked up by word: the rows become the vectors of their tokens, and X and
/// X_source go. No stage changes. Requires given inputs without a word_with_other_rows().
Experiment with_inputs_by_word(const Experiment& experiment);

} // namespace lab
