// SPDX-License-Identifier: GPL-3.0-or-later
//
// Applies overrides to computed cells.
#pragma once

#include "core/experiment.h"

namespace lab {

/// Replaces the overridden cells among `at` of a stage and head. Later stages see the result.
void override_cells(const std::vector<Override>& overrides, StageId stage, HeadIndex head, const Block& at,
                    MatrixRef computed);

} // namespace lab
