// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/work.h"

namespace lab {

namespace {

thread_local double work = 0;

} // namespace

void add_work(double multiplications) noexcept {
    work += multiplications;
}

double work_of_this_thread() noexcept {
    return work;
}

} // namespace lab
