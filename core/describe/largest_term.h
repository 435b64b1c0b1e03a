// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of the features of a score: which counts most, and what its derivatives are.
#pragma once

#include "core/describe/explanation.h"

#include <optional>

namespace lab {

/// Of a score on the way to a cell: "the largest term of the score is that of feature 2, where query and key
/// have opposite signs: −0.398". nullopt where the explanation has no score of several terms, unless all are
/// finite, one is larger than the others, and nothing on the way is overridden.
std::optional<Said> largest_term_words(const Explanation& explanation);

/// Of a score: how its derivatives come about from what it is computed from; nullopt of other cells, and
/// where a norm or a rotation stands between the shown queries and keys and their product.
std::optional<Said> score_slope_words(const Experiment& experiment, const CellRef& of);

} // namespace lab
