// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computed cells that are fixed by hand.
#pragma once

#include "core/experiment.h"

namespace lab {

/// Replaces those of the cells `at` of a stage and head that are fixed: what every later stage sees.
void override_cells(const std::vector<Override>& overrides, StageId stage, HeadIndex head, const Block& at,
                    MatrixRef computed);

} // namespace lab
