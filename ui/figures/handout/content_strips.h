// SPDX-License-Identifier: GPL-3.0-or-later
//
// A wide matrix in pieces, one below the other, as print-outs show it.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

#include <vector>

namespace lab {

/// The columns that are shown, in so many pieces that differ by at most one column. Colours and decimals
/// are those of the whole. `count`: 1 to the number of those columns. What a sink takes must not be shown.
std::vector<HeatmapContent> inStrips(const HeatmapContent& content, Index count);

} // namespace lab
