// SPDX-License-Identifier: GPL-3.0-or-later
//
// text → tokens.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// The sequence of a UTF-8 text. `whitespace` splits at Unicode white space (the property White_Space),
/// `characters` into grapheme clusters, `words` at the word boundaries of Unicode's text segmentation (UAX
/// 29, with ICU's dictionaries for scripts without spaces). The last two drop white space. With `manual` the
/// text does not determine the tokens: there are none until they are given.
Sequence make_sequence(std::string text, Tokenizer tokenizer = Tokenizer::whitespace);

} // namespace lab
