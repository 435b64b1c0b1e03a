// SPDX-License-Identifier: GPL-3.0-or-later
//
// The wanted weights of a head, and what its weights differ from them, as heatmaps; and what is said of them.
#pragma once

#include "core/analysis/reachable.h"
#include "ui/document/view/learn_view.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QString>

#include <optional>

namespace lab {

/// The masked scores that say which keys are hidden on a card of weights; zeros where none is.
Matrix hiddenOn(const HeatmapContent& weights);

/// `target`: wantedWeights() of the head that `weights` shows. `painted`: what was painted of it.
HeatmapContent wantedContent(const HeatmapContent& weights, const Matrix& target,
                             const std::vector<WantedCell>& painted, HeadIndex head);
/// The weights less the wanted ones, each row of which is divided by its sum.
HeatmapContent differenceContent(const HeatmapContent& weights, const Matrix& target);

/// The rows in which something is wanted.
Index rowsWanted(const Matrix& target);

/// A cell whose weight is wanted, with both numbers.
struct WantedPlace {
    StoredCell cell;
    double now = 0, wanted = 0; ///< of the row divided by its sum
};
/// Where the weights are furthest from what is wanted; nullopt: nowhere, or a number is covered or unknown.
std::optional<WantedPlace> furthest(const Matrix& weights, const Matrix& target);
/// The painted cell that is wanted most, the first of several.
std::optional<WantedPlace> mostWanted(const Matrix& weights, const Matrix& target);

/// "“it” gives 0.81 of its attention to “cat”", or that of a weight that is no share of a row.
QString weightText(const HeatmapContent& weights, const WantedPlace& place);
/// "Furthest from what you want: “slept” → “it”, 0.34 of 0.90".
QString furthestText(const HeatmapContent& weights, const WantedPlace& place);

/// A loss that none is below: the entropy of what is wanted, where no row of weights can come to more than 1.
/// nullopt: none is known.
std::optional<double> lowestLoss(const Experiment& experiment, HeadIndex head, const Matrix& target);

} // namespace lab
