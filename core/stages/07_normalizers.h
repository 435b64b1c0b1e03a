// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row of masked scores on its way to weights, phase by phase, and back: the arithmetic of the normalisers
// (experiment/normalizers.h).
#pragma once

#include "core/experiment/normalizers.h"

#include <optional>
#include <vector>

namespace lab {

/// A score and what becomes of it.
struct WeighedScore {
    double x = 0;    ///< divided by the temperature, then biased or shifted
    double part = 0; ///< 0 for a hidden key
    bool is_hidden = false;
};

struct WeighedRow {
    std::vector<WeighedScore> keys;
    std::optional<WeighedScore> sink; ///< if one takes part
    /// What is subtracted from every score/τ. The threshold is at most 1 below the largest and would be lost
    /// to rounding next to a large one, so it is subtracted after it.
    double largest = 0, threshold = 0;
    double total = 0; ///< the sum of all parts, the sink's too

    double shift() const { return largest + threshold; }
};

/// `scores`: of all keys. A NaN or +∞ among those that are visible makes every part NaN.
WeighedRow weigh(const Eigen::Ref<const RowVector>& scores, const Normalization& normalization,
                 HeadIndex head);

/// The derivatives by a row of masked scores and by its sink.
struct ScoreDerivatives {
    RowVector scores; ///< 0 for hidden keys
    double sink = 0;
};
/// From the derivatives by the row's weights. A weight that does not depend on a score contributes nothing,
/// even where it is NaN.
ScoreDerivatives weights_backwards(const RowVector& by_weights, const RowVector& scores,
                                   const Normalization& normalization, HeadIndex head);

} // namespace lab
