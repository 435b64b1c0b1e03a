// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace lab {

/// How deep lists are nested in a Markdown text, at most; 0 without lists. Code between fences has none.
std::size_t list_depth(std::string_view markdown);

} // namespace lab
