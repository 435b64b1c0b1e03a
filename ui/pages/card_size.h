// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large a matrix is shown on a card.
#pragma once

#include "ui/plots/heatmap/heatmap_metrics.h"

#include <optional>

namespace lab {

struct CardSize {
    Density density = Density::two_decimals;
    double enlargement = 1; ///< of the cells; see HeatmapForm
    /// If set, a thumbnail whose matrix is this many pixels wide, without labels, notes or menu. Otherwise
    /// the density decides.
    std::optional<int> thumbnail = {};
    /// If set, the matrix is no larger than this, in pixels, and pans.
    std::optional<QSize> window = {};
    bool operator==(const CardSize&) const = default;
};

/// The parts of a matrix that a thumbnail of this width has.
inline HeatmapForm thumbnailForm(int width) {
    HeatmapForm form;
    form.axisNames = form.labels = form.colourBar = false;
    form.seamless = true;
    form.width = width;
    return form;
}

} // namespace lab
