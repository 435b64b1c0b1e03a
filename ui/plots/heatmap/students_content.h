// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of a student's, in the form of a stage.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

namespace lab {

/// The stage of that head with these numbers in place of its own, of the same shape, and nothing that is said
/// of its own.
HeatmapContent studentsContent(StageSource& stages, StageId id, HeadIndex head, const MatrixPtr& numbers);

} // namespace lab
