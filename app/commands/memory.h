// SPDX-License-Identifier: GPL-3.0-or-later
//
// Running out of memory anywhere ends a subcommand with a one-line message and its exit code for that. Too
// small a stack ends the program with one before anything else.
#pragma once

#include <cstddef>

namespace lab {

/// Bytes that every subcommand needs before it reads a document.
inline constexpr std::size_t memory_to_start = std::size_t{24} << 20;
/// Bytes that drawing needs for fonts and Qt's plugins, which end the program if they cannot get them.
inline constexpr std::size_t memory_to_draw = std::size_t{192} << 20;

/// Whether the process may allocate that many more bytes. Does not allocate them, but grows the stack a
/// little, since it cannot grow once all memory is used up.
bool has_memory(std::size_t bytes);

/// Gives threads that are started from now on, and the main one as far as that is allowed, stacks of the
/// usual size where the limit (`ulimit -s`) is smaller. Returns whether the main thread's may grow enough.
bool has_stack();

/// Reports on standard error that it may not; returns the code.
int out_of_stack(int code);

/// From now on, a std::bad_alloc that cannot be caught ends the program in the same way as a caught one.
/// nlohmann-json's destructors allocate memory, and parts of Qt let no exception through.
void expect_too_little_memory(int exit_code);

} // namespace lab
