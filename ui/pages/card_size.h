// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large a matrix is shown on a card.
#pragma once

#include "ui/look/largest.h"
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
    bool turned = false; ///< its column labels; see HeatmapForm
    bool snug = false;   ///< its cells; see HeatmapForm
    bool operator==(const CardSize&) const = default;
};

/// With the largest cells that fit, if those of the least size do. `fits` takes a CardSize.
template<class Fits>
CardSize largestFitting(Density density, const Theme& theme, const Fits& fits) {
    constexpr int steps = 64; // from the least to the largest
    const double most = mostEnlargement(density, theme);
    const auto at = [&](int step) { return CardSize{density, 1 + (most - 1) * step / steps}; };
    return at(largest(0, steps, [&](int step) { return fits(at(step)); }));
}

/// The largest numbers that fit, for an audience; with a third decimal if that does not make them smaller.
/// nullopt: not even the smallest fit.
template<class Fits>
std::optional<CardSize> largestNumbers(const Theme& theme, const Fits& fits) {
    std::optional<CardSize> largest;
    for (const Density density : {Density::two_decimals, Density::digits}) {
        if (!fits(CardSize{density}))
            break;
        const CardSize size = largestFitting(density, theme, fits);
        if (!largest || size.enlargement >= largest->enlargement)
            largest = size;
    }
    return largest;
}

/// The parts of a matrix that a thumbnail of this width has.
inline HeatmapForm thumbnailForm(int width) {
    HeatmapForm form;
    form.axisNames = form.labels = form.colourBar = false;
    form.seamless = true;
    form.width = width;
    return form;
}

} // namespace lab
