// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wanted of a head's weights or of the output, and what these differ from it, as heatmaps; and what
// is said of it.
#pragma once

#include "core/analysis/reachable.h"
#include "ui/document/view/learn_view.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QString>

#include <optional>

namespace lab {

/// The masked scores that say which keys are hidden on a card of weights; zeros where none is.
Matrix hiddenOn(const HeatmapContent& weights);

/// The wanted weights with each row divided by its sum, as the loss reads them; NaN where that is 0.
Matrix sharesOf(const Matrix& target);

// In what follows, `now` is the card of the weights or of the output, and `wanted` has its size: sharesOf()
// the target, or the wanted output; NaN where any number will do.

/// `target`: wantedWeights() of the head that `weights` shows. `painted`: what was painted of it.
HeatmapContent wantedContent(const HeatmapContent& weights, const Matrix& target,
                             const std::vector<WantedCell>& painted, HeadIndex head);
HeatmapContent wantedOutputContent(const HeatmapContent& output, const Matrix& target);
/// The numbers less the wanted ones.
HeatmapContent differenceContent(const HeatmapContent& now, const Matrix& wanted);

/// The rows in which something is wanted, and the cells.
Index rowsWanted(const Matrix& wanted);
Index cellsWanted(const Matrix& wanted);

/// A cell of which a number is wanted, with both numbers.
struct WantedPlace {
    StoredCell cell;
    double now = 0, wanted = 0;
};
/// Where the numbers are furthest from what is wanted; nullopt: nowhere, or one is covered or unknown.
std::optional<WantedPlace> furthest(const Matrix& now, const Matrix& wanted);
/// The cell of which the largest number is wanted, the first of several.
std::optional<WantedPlace> mostWanted(const Matrix& now, const Matrix& wanted);

/// "“it” gives 0.81 of its attention to “cat”", or that of a weight that is no share of a row.
QString weightText(const HeatmapContent& weights, const WantedPlace& place);
/// Where a cell is, as notes name it: “sky” → “blue”, or “sky”, d2.
QString placeText(const HeatmapContent& now, StoredCell cell);
/// "“slept” → “it”, 0.34 in place of 0.90".
QString furthestText(const HeatmapContent& now, const WantedPlace& place);

/// A loss as it is written: to four digits.
QString lossNumber(double loss);
/// Whether a loss may be below 0, as where a weight is above 1.
bool mayLossBeNegative(const Experiment& experiment, HeadIndex head, WantedStage of);
/// A loss that none is below: the entropy of what is wanted, where no row of weights can come to more than 1.
/// nullopt: none is known.
std::optional<double> lowestLoss(const Experiment& experiment, HeadIndex head, const Matrix& wanted);

} // namespace lab
