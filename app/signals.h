// SPDX-License-Identifier: GPL-3.0-or-later
//
// Handles signals that end the program while it writes a file.
#pragma once

namespace lab {

/// From now on, signals that end the program also delete the file being written, and exceeding the file size
/// limit is an ordinary write error.
void watch_signals();

} // namespace lab
