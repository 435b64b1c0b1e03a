// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happens when somebody ends the program while it writes a file.
#pragma once

namespace lab {

/// From now on signals that end the program take the file that is being written with them, and a file that
/// would exceed the limit on its size is an error like any other.
void watch_signals();

} // namespace lab
