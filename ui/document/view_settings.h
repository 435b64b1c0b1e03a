// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colours and decimals of a document's numbers: the part of its `view` that this program reads.
#pragma once

#include "core/experiment/experiment.h"
#include "ui/document/palettes.h"

#include <optional>

namespace lab {

class LabDocument;

/// The colour range of signed numbers: each matrix's own largest magnitude, the largest magnitude of all that
/// is shown, or a given one.
enum class ColourRange { per_matrix, shared, fixed };

/// The colour range of weights: 0 to 1, 0 to the largest weight, or the three powers of ten below it, on a
/// logarithmic scale; or 0 to a given number. Or the one that weightRangeInUse() chooses.
enum class WeightRange { automatic, unit, largest, logarithmic, fixed };
/// Whether it follows from the weights that are shown.
constexpr bool followsWeights(WeightRange range) {
    return range == WeightRange::largest || range == WeightRange::logarithmic;
}

inline constexpr int mostShownDecimals = 8;

struct ViewSettings {
    Palette weights = Palette::viridis;
    Palette ofSigned = Palette::blue_red;
    WeightRange weightRange = WeightRange::automatic;
    double weightLimit = 1; ///< the upper end of a fixed range of weights; finite and above 0, else 1
    ColourRange range = ColourRange::per_matrix;
    double colourLimit = 1;      ///< the magnitude of a fixed range; finite and above 0, else 1
    std::optional<int> decimals; ///< 0 to 8; absent: chosen for each matrix
    bool operator==(const ViewSettings&) const = default;
};

/// The settings of the document. Missing and unknown ones get their defaults: the file may have been written
/// by a later version.
ViewSettings viewSettings(const Experiment& experiment);

/// With up to this many keys, the automatic range is 0 to 1. With more, weights are so small that all of them
/// would have one colour.
inline constexpr Index mostKeysFrom0To1 = 32;
/// The chosen range. Automatic is 0 to 1, and logarithmic for a long sentence, where a few large weights,
/// such as those of a causal mask's first queries, would leave all others dark on any other scale. Automatic
/// depends on no weight, so that no edit of a number changes the range.
WeightRange weightRangeInUse(const Experiment& experiment);
/// Whether the automatic range is not 0 to 1: the window then says so.
bool adaptsWeightRange(const Experiment& experiment);

/// The experiment's `view` with these settings. Defaults are left out. Entries unknown to this program are
/// kept, even as the value of a setting that has not changed. Null if nothing is left.
JsonPtr withViewSettings(const Experiment& experiment, const ViewSettings& settings);

/// Applies the settings to the document. Not an undo step, and does not mark the document as modified.
void setViewSettings(LabDocument& document, const ViewSettings& settings);

} // namespace lab
