// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words that are one slip of the keyboard away from others.
#pragma once

#include <string_view>

namespace lab {

/// Whether what was typed is another word but for one slip: other case, a letter left out, doubled or added,
/// exchanged with the next, replaced (in words of five letters or more, since one of few makes another word),
/// or an end that was left out after three letters. Of ASCII; a word is a slip of itself.
bool is_slip(std::string_view typed, std::string_view word);

} // namespace lab
