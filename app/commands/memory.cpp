// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/memory.h"

#include "app/commands/command.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace lab {

namespace {

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t grown_stack = 1024 * kibibyte;
/// Of the main thread: what main() has used before, and what the deepest calls need, with a margin.
constexpr std::size_t least_stack = 256 * kibibyte;
/// Of every other thread; the usual size of the C library where the stack has no limit.
constexpr std::size_t thread_stack = 2048 * kibibyte;

/// How far the main thread's stack may grow.
std::size_t stack_limit() {
    rlimit limit{};
    const bool is_limited = ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_limited ? static_cast<std::size_t>(limit.rlim_cur) : thread_stack + grown_stack;
}

/// Uses a part of the stack of that size once, page by page from its beginning, so that it stays.
[[gnu::noinline]] void grow_stack(std::size_t bytes) {
    constexpr std::size_t step = 4 * kibibyte;
    volatile char stack[step];
    stack[0] = 0;
    if (bytes > step)
        grow_stack(bytes - step);
    static_cast<void>(stack[0]); // after the call, which is therefore no jump that reuses the frame
}

int code_of_end = exit_bad_input;

[[noreturn]] void end_program() {
    try {
        if (const std::exception_ptr failure = std::current_exception())
            std::rethrow_exception(failure);
    } catch (const std::bad_alloc&) {
        std::_Exit(out_of_memory(code_of_end));
    } catch (...) { // not an out-of-memory error
    }
    std::abort();
}

} // namespace

bool has_memory(std::size_t bytes) {
    void* const memory = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    ::munmap(memory, bytes);
    // Half of a small stack: the rest is for what main() has used, and what this uses itself.
    grow_stack(std::min(grown_stack, stack_limit() / 2));
    return true;
}

bool has_stack() {
    if (rlimit limit{}; ::getrlimit(RLIMIT_STACK, &limit) == 0) {
        constexpr rlim_t wanted = 8192 * kibibyte;
        if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < wanted) {
            limit.rlim_cur =
                std::min(wanted, limit.rlim_max); // the kernel looks at it whenever a stack grows
            ::setrlimit(RLIMIT_STACK, &limit);
        }
    }
#ifdef __GLIBC__ // which took the limit at the start as the size of other threads' stacks
    if (pthread_attr_t usual; ::pthread_getattr_default_np(&usual) == 0) {
        std::size_t size = 0;
        ::pthread_attr_getstacksize(&usual, &size);
        if (size < thread_stack && ::pthread_attr_setstacksize(&usual, thread_stack) == 0)
            ::pthread_setattr_default_np(&usual);
        ::pthread_attr_destroy(&usual);
    }
#endif
    return stack_limit() >= least_stack;
}

int out_of_stack(int code) {
    std::fprintf(stderr,
                 "attention-lab: stack: limited to %zu kB, expected at least %zu; raise the limit with "
                 "\"ulimit -s 8192\" in the shell that starts the program\n",
                 stack_limit() / kibibyte, least_stack / kibibyte);
    return code;
}

void expect_too_little_memory(int exit_code) {
    code_of_end = exit_code;
    std::set_terminate(end_program);
}

} // namespace lab
