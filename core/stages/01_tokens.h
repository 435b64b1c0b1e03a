// SPDX-License-Identifier: GPL-3.0-or-later
//
// text → tokens.
#pragma once

#include "core/experiment.h"

namespace lab {

/// Splits UTF-8 text at Unicode white space (the property White_Space).
std::vector<std::string> whitespace_tokens(const std::string& text);

/// The sequence of a text.
Sequence make_sequence(std::string text);

} // namespace lab
