// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_mapping.h"

#include <cmath>

namespace lab {

std::optional<StoredCell> HeatmapMapping::at(double x, double y) const {
    const double column = std::floor(x + 0.5);
    const double row = std::floor(y + 0.5);
    const bool inside = column >= 0 && row >= 0 && column < static_cast<double>(shownColumns()) &&
                        row < static_cast<double>(shownRows());
    if (!inside)
        return std::nullopt;
    return stored({static_cast<Index>(column), static_cast<Index>(row)});
}

} // namespace lab
