// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much a thread has computed. A test that must hold on a busy machine counts this instead of measuring
// time.
#pragma once

namespace lab {

/// Adds to the work of this thread: roughly how many multiplications something took, including what other
/// threads did while this one waited for them.
void add_work(double multiplications) noexcept;

/// The work of this thread since it began.
double work_of_this_thread() noexcept;

} // namespace lab
