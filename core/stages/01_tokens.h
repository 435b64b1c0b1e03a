// SPDX-License-Identifier: GPL-3.0-or-later
//
// text → tokens.
#pragma once

#include "core/experiment.h"

namespace lab {

/// The sequence of a text, UTF-8. `whitespace` splits at Unicode white space (the property White_Space),
/// `characters` into grapheme clusters, `words` at the word boundaries of Unicode's text segmentation (UAX
/// 29, with ICU's dictionaries for scripts that write no spaces); both drop white space. With `manual` no
/// text says what the tokens are: there are none, until somebody gives them.
Sequence make_sequence(std::string text, Tokenizer tokenizer = Tokenizer::whitespace);

} // namespace lab
