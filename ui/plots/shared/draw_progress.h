// SPDX-License-Identifier: GPL-3.0-or-later
//
// Progress and cancellation callback for long drawing.
#pragma once

#include "core/base/types.h"

#include <functional>

namespace lab {

/// Called during a long drawing with the number of cells drawn since the last call. Returns whether to go on.
/// Empty: progress is not reported.
using DrawProgress = std::function<bool(Index cells)>;

} // namespace lab
