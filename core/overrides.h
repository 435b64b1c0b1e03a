// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computed cells that are fixed by hand.
#pragma once

#include "core/experiment.h"

namespace lab {

/// The matrix of a stage and head as every later stage sees it. The cells that are replaced must exist.
Matrix with_overrides(Matrix computed, const std::vector<Override>& overrides, StageId stage, HeadIndex head);

} // namespace lab
