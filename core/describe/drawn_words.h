// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the numbers of words' vectors come from.
#pragma once

#include "core/describe/formula.h"
#include "core/experiment/said.h"

#include <optional>

namespace lab {

/// Of a word's vector: that the number was drawn at random, and how, if it is exactly the one that the
/// document's seed gives to the word, whatever the file says of it; else that a new word's vector is drawn,
/// and this number is another one. Of given inputs only the former; nothing of other
/// parameters and of what is covered.
std::optional<Said> drawn_words(const Experiment& experiment, const ParameterCell& number);

} // namespace lab
