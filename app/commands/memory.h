// SPDX-License-Identifier: GPL-3.0-or-later
//
// Running out of memory ends a subcommand with one line and exit_bad_input, wherever it happens.
#pragma once

#include <cstddef>

namespace lab {

/// What every subcommand takes before it looks at a document.
inline constexpr std::size_t memory_to_start = std::size_t{24} << 20;
/// What drawing takes for fonts and Qt's plugins, which end the program where they do not get it.
inline constexpr std::size_t memory_to_draw = std::size_t{192} << 20;

/// Whether the process may take so many bytes more. They are not taken, but a little of them for the stack,
/// which cannot grow any more where all memory is used up.
bool has_memory(std::size_t bytes);

/// From now on a std::bad_alloc that nobody can catch ends the program as one that is caught does:
/// nlohmann-json's destructors ask for memory, and parts of Qt let no exception through.
void expect_too_little_memory();

} // namespace lab
