// SPDX-License-Identifier: GPL-3.0-or-later
//
// Handles signals that end the program.
#pragma once

namespace lab {

/// From now on, signals that end the program also delete the file being written, and exceeding the file size
/// limit is an ordinary write error.
void watch_signals();

/// From now on, writing to a closed pipe fails instead of ending the program: for the window, whose standard
/// error nobody may read. Programs that it starts are not affected.
void survive_closed_pipes();

} // namespace lab
