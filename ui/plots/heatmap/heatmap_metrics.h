// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes of the parts of a heatmap, as plain numbers computed before drawing.
#pragma once

#include "ui/plots/heatmap/colour_bar.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QFont>
#include <QFontMetrics>
#include <QMargins>
#include <QSize>

#include <array>
#include <optional>

namespace lab {

class Theme;

/// How much of each number is shown, from most to least. Two decimals are about two: fewer for large numbers,
/// more for tiny ones.
enum class Density { digits, two_decimals, large_colour, colour, small_colour };

/// From the middle of one line of labels to the next, at least, as a share of the font's height.
inline constexpr double labelPitch = 0.8;

inline constexpr std::array allDensities{Density::digits, Density::two_decimals, Density::large_colour,
                                         Density::colour, Density::small_colour};

/// Whether cells show only their colour.
inline bool isColourOnly(Density density) {
    return density >= Density::large_colour;
}

struct HeatmapMetrics {
    Density density = Density::digits;
    int decimals = 3;
    QSizeF cell; ///< one cell, the gap to the next included
    QFont numberFont;
    QFont labelFont;
    int rowLabelWidth = 0;
    bool labelsLeftOut = false; ///< some labels would lie over their neighbours and are not drawn
    bool uprightLabels = true;  ///< column labels are written upright; otherwise they are turned by 90°
    int columnLabelHeight = 0;
    int axisNamesHeight = 0;
    int titleHeight = 0;      ///< 0 where no title is drawn
    int barHeight = 0;        ///< the colour bar with its numbers
    int barLength = 0;        ///< 0 where there is none
    double sinkGap = 0;       ///< between the cells and what the sink takes; 0 where there is no sink
    QSizeF sinkRoom = {0, 0}; ///< the gap included: a column at the right, or a row below
    QMargins margins;         ///< around the cells
    QSize size;               ///< of the whole, with every cell shown
    bool operator==(const HeatmapMetrics&) const = default;
};

/// A matrix with more cells than this makes a vector file large and slow to display.
inline constexpr Index manyCells = Index{128} * 128;

/// Options of figures and thumbnails. The defaults are those of a card.
struct HeatmapForm {
    /// The size of cells and numbers, as a multiple of the least size at their density. Below 1 where cells
    /// have no numbers, and on a slide that has no room for all cells otherwise.
    double enlargement = 1;
    bool title = false;
    bool axisNames = true, colourBar = true;
    bool labels = true;  ///< row and column labels
    bool turned = false; ///< column labels are turned by 90°, so that cells are no wider than their numbers
    bool snug = false;   ///< cells leave no room for a sign that no number has
    bool boxes = false;  ///< covered cells are white, to write in
    /// How small labels may become, times their size, if all fit then and cells have no numbers.
    double smallestLabels = 1;
    bool seamless = false; ///< no line between cells that are too small for a true gap
    /// Total width, which the cells fill; absent: as wide as the numbers need.
    std::optional<double> width = {};
    /// Total height of the cells, if the width is given; absent: as tall as suits the width.
    std::optional<double> height = {};
    /// Draw more than manyCells cells as one image without numbers, even in a vector file.
    bool cellsAsImage = false;
    bool operator==(const HeatmapForm&) const = default;
};

/// The enlargement of the tallest cells, 64 points high.
double mostEnlargement(Density density, const Theme& theme);

HeatmapMetrics heatmapMetrics(const HeatmapContent& content, const Theme& theme, Density density,
                              const HeatmapForm& form = {});

} // namespace lab
