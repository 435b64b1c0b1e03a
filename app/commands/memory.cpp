// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/memory.h"

#include "app/commands/command.h"

#include <sys/mman.h>

#include <cstdlib>
#include <exception>
#include <new>

namespace lab {

namespace {

[[gnu::noinline]] void grow_stack() {
    constexpr std::size_t enough = 1 << 20, page = 4096;
    volatile char stack[enough];
    for (std::size_t at = 0; at < enough; at += page)
        stack[at] = 0;
    static_cast<void>(stack[0]);
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
    grow_stack();
    return true;
}

void expect_too_little_memory(int exit_code) {
    code_of_end = exit_code;
    std::set_terminate(end_program);
}

} // namespace lab
