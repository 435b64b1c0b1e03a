// SPDX-License-Identifier: GPL-3.0-or-later
//
// Spreads work over the machine's cores, and counts it.
#pragma once

#include "core/base/types.h"

#include <functional>

namespace lab {

/// How many threads the machine runs at once.
Index core_count();

/// Calls work(i) for every i in [0, count), in any order, on several threads at once. Calls must not write
/// what another reads or writes. Rethrows an exception from a call once all threads have stopped.
void on_all_cores(Index count, const std::function<void(Index)>& work);

/// The same on this thread alone, unless `multiplications`, the total work, justifies starting others.
template<class Work>
void parallel_for(Index count, double multiplications, const Work& work) {
    // Starting a thread takes as long as a few hundred thousand multiplications.
    constexpr double worth_threads = 2e6;
    if (multiplications >= worth_threads)
        return on_all_cores(count, std::cref(work));
    for (Index i = 0; i < count; ++i)
        work(i);
}

/// Adds to the work of this thread: roughly how many multiplications something took, including what other
/// threads did while this one waited for them.
void add_work(double multiplications) noexcept;

/// The work of this thread since it began.
double work_of_this_thread() noexcept;

} // namespace lab
