// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large the parts of a heatmap are: plain numbers, worked out before anything is drawn.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

#include <QFont>
#include <QFontMetrics>
#include <QMargins>
#include <QSize>

#include <optional>

namespace lab {

class Theme;

/// How much of each number is shown, from most to least.
enum class Density { digits, two_decimals, large_colour, colour, small_colour };

/// Whether cells show their colour alone.
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
    bool uprightLabels = true; ///< column labels are written upright; otherwise they are turned by 90°
    int columnLabelHeight = 0;
    int axisNamesHeight = 0;
    int titleHeight = 0; ///< 0 where no title is drawn
    int barHeight = 0;   ///< the colour bar with its numbers
    int barLength = 0;   ///< 0 where there is none
    QMargins margins;    ///< around the cells
    QSize size;          ///< of the whole, with every cell shown
    bool operator==(const HeatmapMetrics&) const = default;
};

/// So many cells of one matrix make a vector file large and slow to show.
inline constexpr Index manyCells = Index{128} * 128;

/// What a figure wants, and a card does not.
struct HeatmapForm {
    bool title = false;
    bool axisNames = true, colourBar = true;
    bool labels = true;    ///< what stands along the axes
    bool seamless = false; ///< no line between cells that are too small for a true gap
    /// The whole is that wide, with cells as wide as that makes them; absent: as wide as its numbers want.
    std::optional<double> width = {};
    /// More than manyCells are one image, without numbers, also where all else is lines and letters.
    bool cellsAsImage = false;
    bool operator==(const HeatmapForm&) const = default;
};

HeatmapMetrics heatmapMetrics(const HeatmapContent& content, const Theme& theme, Density density,
                              const HeatmapForm& form = {});

/// Wide enough for every number of the matrix, and for a minus sign even where there is none, so that cells
/// keep their width while numbers pass through zero.
int numberWidth(const QFontMetrics& metrics, const MatrixSummary& summary, int decimals);
/// Decimals of numbers in editable tables, where the document does not choose them.
inline constexpr int editedDecimals = 4;
/// How wide a number of ordinary size is where numbers are edited, so that columns keep their width.
int usualNumberWidth(const QFontMetrics& metrics, const NumberStyle& look);

/// The numbers at the ends of the colour bar.
QString barEnd(const ColourScale& scale, bool high);

} // namespace lab
