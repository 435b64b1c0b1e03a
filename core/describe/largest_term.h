// SPDX-License-Identifier: GPL-3.0-or-later
//
// The feature that counts most for a score.
#pragma once

#include "core/describe/explanation.h"

#include <optional>

namespace lab {

/// Of a score on the way to a cell: "the largest term of the score is that of feature 2, where query and key
/// have opposite signs: −0.398". nullopt where the explanation has no score of several terms, unless all are
/// finite, one is larger than the others, and nothing on the way is overridden.
std::optional<Said> largest_term_words(const Explanation& explanation);

} // namespace lab
