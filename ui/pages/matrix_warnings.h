// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a reader of a matrix should be told before they trust it.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

namespace lab {

/// Where the first number stands that is not finite, hidden cells not counted; which queries see no key at
/// all, for masked scores and weights; and which weights no longer sum to 1, since one of them is overridden.
QStringList matrixWarnings(const HeatmapContent& content, StageId id);

} // namespace lab
