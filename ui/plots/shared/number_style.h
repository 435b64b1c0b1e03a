// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document's view settings, with the range that they lead to.
#pragma once

#include "core/summary.h"
#include "ui/document/view_settings.h"

#include <optional>

namespace lab {

class StageSource;

struct NumberStyle {
    Palette weights = Palette::viridis;
    Palette ofSigned = Palette::blue_red;
    /// The magnitude that the colours of signed numbers reach to; absent: that of each matrix.
    std::optional<double> reach;
    std::optional<int> decimals; ///< absent: as many as suit each matrix
    bool operator==(const NumberStyle&) const = default;
};

/// How the document's numbers look while that head is shown. See sharedReach() for a range that is shared.
NumberStyle numberStyle(StageSource& stages, HeadIndex head);

/// The largest finite magnitude among all signed numbers that are shown together with that head: the
/// parameters, whole, and the stages on the board, of that head where they have heads. Weights count where
/// they are shown as signed numbers. Of a stage that is not computed yet the last that was known counts, and
/// none where there is nothing: to ask costs no computation. 0 where nothing is shown.
double sharedReach(StageSource& stages, HeadIndex head);

/// Whether attention weights can be shown from 0 to 1: those of most normalisers, but not of a sum, which can
/// have any size and sign, nor beside a cell that is fixed by hand.
bool areBetween0And1(const Extremes& weights);

} // namespace lab
