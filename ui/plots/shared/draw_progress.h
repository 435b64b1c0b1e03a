// SPDX-License-Identifier: GPL-3.0-or-later
//
// How somebody follows a drawing that takes its time, and ends it.
#pragma once

#include "core/types.h"

#include <functional>

namespace lab {

/// Told while something large is drawn, how many cells have been since it was told last; what it answers is
/// whether to go on. Absent: nobody wants to know.
using DrawProgress = std::function<bool(Index cells)>;

} // namespace lab
