// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document's view settings, with the resulting colour range.
#pragma once

#include "core/base/summary.h"
#include "ui/document/view_settings.h"

#include <optional>

namespace lab {

class StageSource;

struct NumberStyle {
    Palette weights = Palette::viridis;
    Palette ofSigned = Palette::blue_red;
    /// The magnitude at the ends of the colours of signed numbers; absent: that of each matrix.
    std::optional<double> colourLimit;
    std::optional<int> decimals; ///< absent: as many as suit each matrix, see heatmapMetrics()
    WeightRange weightRange = WeightRange::unit; ///< in use, never automatic
    /// The weight at the upper end of its colours, unless that is 1; absent: the largest one of each matrix.
    std::optional<double> weightLimit = {};
    bool operator==(const NumberStyle&) const = default;
};

/// How the document's numbers look while that head is shown. For a shared range see sharedColourLimit().
NumberStyle numberStyle(StageSource& stages, HeadIndex head);

/// The largest finite magnitude of all signed numbers shown together with that head: all parameters, and the
/// stages on the board, of that head if they are per head. Weights count if they are shown as signed numbers.
/// Computes nothing: a stage that is not computed yet counts with its last known matrix, if any. 0 if nothing
/// is shown.
double sharedColourLimit(StageSource& stages, HeadIndex head);

/// Whether attention weights can be shown from 0 to 1. Those of most normalisers can, but not those of a sum,
/// which can have any size and sign, nor those beside an override.
bool areBetween0And1(const Extremes& weights);
/// Whether a stage is shown in the colours of weights: weights from 0 to 1, and what dropout makes of them.
bool hasWeightColours(const Experiment& experiment, StageId stage, const Extremes& finite);

} // namespace lab
