// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes colour-only cells as pixels: a thousand of them cost as much as one drawn rectangle.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

#include <QImage>

#include <vector>

namespace lab {

/// The pixels [first, end) of a cell along an axis; empty if it lies outside the image.
struct PixelSpan {
    int first = 0, end = 0;
    bool operator==(const PixelSpan&) const = default;
};

/// The cells along one axis of the image, as they are shown.
struct RasterAxis {
    Index first = 0; ///< the cell that the first span is for
    std::vector<PixelSpan> spans;
};

/// Colours, and lengths in pixels.
struct RasterLook {
    bool onDark = false;           ///< which colours the scale has
    std::optional<double> highest; ///< the end of the scale; absent: that of the content
    QRgb hidden = 0, hatch = 0, covered = 0;
    QRgb between =
        0; ///< colour between the cells; if it is not opaque, the image has alpha and takes longer to draw
    QRgb panel = 0;        ///< what pale cells are half way to
    QRgb frame = 0;        ///< of cells in which any number will do
    double hatchStep = 1;  ///< from one line to the next, along an axis
    double hatchWidth = 1; ///< of a line
    double hatchPhase = 0; ///< x + y of the image's first pixel in the plane of the lines, x + y = n · step
    int outline = 0;       ///< of a changed cell, at most: see mostOutline
};

/// The colour of a number that is only what is left in its row: half way to the card that it is on.
inline QRgb paler(QRgb fill, QRgb panel) {
    const auto half = [](int a, int b) { return (a + b) / 2; };
    return qRgb(half(qRed(fill), qRed(panel)), half(qGreen(fill), qGreen(panel)),
                half(qBlue(fill), qBlue(panel)));
}

/// Each cell in its colour, hatched where it is hidden, outlined in black or white where it has
/// changed.
QImage rasterCells(const HeatmapContent& content, const RasterAxis& columns, const RasterAxis& rows,
                   QSize size, const RasterLook& look);

/// For cells smaller than a few pixels, whose spans may overlap. Each pixel has the colour of the largest
/// magnitude it covers; what is not finite counts as larger than any number. A pixel that covers only hidden
/// cells is hatched.
QImage pooledCells(const HeatmapContent& content, const RasterAxis& columns, const RasterAxis& rows,
                   QSize size, const RasterLook& look);

} // namespace lab
