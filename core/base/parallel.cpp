// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace lab {

namespace {

thread_local double work_so_far = 0;

} // namespace

void add_work(double multiplications) noexcept {
    work_so_far += multiplications;
}

double work_of_this_thread() noexcept {
    return work_so_far;
}

Index core_count() {
    // The system reads it from a file, which takes longer than an edit of a short sentence.
    static const Index count = std::max<Index>(std::thread::hardware_concurrency(), 1);
    return count;
}

void on_all_cores(Index count, const std::function<void(Index)>& work) {
    const auto threads = std::min(count, core_count());
    std::atomic<Index> next = 0;
    std::exception_ptr failure;
    std::mutex failing;
    std::atomic<double> work_of_helpers = 0;
    const auto take_part = [&] {
        try {
            for (Index i = next++; i < count; i = next++)
                work(i);
        } catch (...) {
            next = count;
            const std::scoped_lock lock(failing);
            failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> helpers;
        try {
            for (Index i = 1; i < threads; ++i)
                helpers.emplace_back([&] {
                    take_part();
                    work_of_helpers += work_of_this_thread();
                });
        } catch (const std::system_error&) { // cannot start another thread: continue with fewer
        }
        take_part();
    }
    add_work(work_of_helpers);
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace lab
