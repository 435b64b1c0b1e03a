// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work spread over the machine's cores.
#pragma once

#include "core/types.h"

#include <functional>

namespace lab {

/// Calls work(i) for every i in [0, count), in any order, on several threads at once where `multiplications`,
/// what all of it takes, is worth starting them. Calls must not write what another reads or writes. What one
/// of them throws comes out of here, once all threads have stopped.
void parallel_for(Index count, double multiplications, const std::function<void(Index)>& work);

} // namespace lab
