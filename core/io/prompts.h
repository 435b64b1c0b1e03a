// SPDX-License-Identifier: GPL-3.0-or-later
//
// What consoles and notebooks write beside a result: prompts, the commands after them, and marks of output.
#pragma once

#include "core/base/types.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lab {

/// Puts blanks in place of prompts (">>>", "In [7]:", "julia>", "octave:1>" and the like, at the beginning of
/// lines), of the commands after them, and of marks such as "Out[7]:"; places stay the same. If no result
/// follows the commands, only their prompts are replaced: the matrix is in a command. Texts whose first line
/// that is not empty has neither a prompt nor a mark are left as they are.
///
/// Fails if a command follows the result.
Result<std::string> without_prompts(std::string_view text);

/// Puts blanks in place of the bytes from `begin` to `end`, apart from line breaks.
void blank_out(std::string& text, std::size_t begin, std::size_t end);

} // namespace lab
