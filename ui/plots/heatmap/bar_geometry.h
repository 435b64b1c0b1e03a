// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention weights as bars: one for each query, cut into a segment for each key, which is as long as the
// weight. Lengths are in weights, places in pixels.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

#include <optional>
#include <vector>

namespace lab {

/// From `low` to `high` along the bar. Positive weights follow one another from 0 up, in the order of their
/// keys, and negative ones from 0 down. A weight of 0, and so a hidden key, has no length.
struct BarSegment {
    double low = 0, high = 0;
    double length() const { return high - low; }
};

/// Whether every weight of the query is finite. Otherwise the row has no bar.
bool hasBar(const HeatmapContent& content, Index query);

/// One for each key. The query must have a bar.
std::vector<BarSegment> barSegments(const HeatmapContent& content, Index query);

/// What the sink takes, after the positive weights. Nothing where that is unknown or the query has no bar.
std::optional<BarSegment> sinkSegment(const HeatmapContent& content, Index query);

/// What all bars together need: from 0 to 1, or more where weights are negative or sum to more than 1.
Extremes barSpan(const HeatmapContent& content);

/// What stands at the end of a bar: the entropy of its weights, "1.29 bits", or "1.29" if brief; "sum 0.83",
/// or "Σ 0.83", where they are no distribution; "no sum" where they are not finite.
QString barEndText(const HeatmapContent& content, Index query, bool brief);

/// Where the bars are, along their own direction.
struct BarPlaces {
    /// Where the texts at the ends of bars are: after the bars, in a line below each bar, or nowhere, if
    /// there is no room.
    enum class Ends { after, under, none };

    bool upright = false; ///< bars run downwards, as in columns notation
    Extremes span{0, 1};
    double start = 0, length = 0; ///< the place of span.lowest, and the distance from there to span.highest
    Ends ends = Ends::none;
    double endsFrom = 0; ///< where texts after the bars begin
    double endsRoom = 0; ///< their width, or the height of the line under a bar
    bool briefEnds = false;

    double at(double weight) const {
        return start + (weight - span.lowest) / (span.highest - span.lowest) * length;
    }
    double weightAt(double place) const {
        return span.lowest + (place - start) / length * (span.highest - span.lowest);
    }
};

/// A key's colour, the same in every bar. There are eight, and neighbours always differ.
QColor keyColour(Index key);

} // namespace lab
