// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdlib>

namespace lab {

/// For calculations that take and free the same matrices again and again: what is freed, up to 64
/// megabytes, stays with the program from now on. Where it goes back to the system each time, the system
/// clears every page anew, which can take several times as long as what is computed.
///
/// Once a large block is freed, glibc keeps free memory of up to twice its size, and no longer asks the
/// system for each block that is smaller: see M_MMAP_THRESHOLD in mallopt(3). It does so for blocks of up to
/// 32 MiB. No page of this one is ever touched.
inline void keep_freed_memory() {
    static const bool is_done = [] {
        constexpr std::size_t size = 32'000'000;
        void* volatile const block = std::malloc(size); // volatile, or the compiler leaves out the pair
        std::free(block);
        return true;
    }();
    static_cast<void>(is_done);
}

} // namespace lab
