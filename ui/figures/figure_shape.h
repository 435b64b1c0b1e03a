// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures of a given shape, and the presets of shapes and widths.
#pragma once

#include "ui/figures/figure_drawing.h"
#include "ui/figures/units.h"

#include <array>

namespace lab {

/// What a figure is for.
enum class FigurePreset { column, page, slide, square };

struct PresetSize {
    FigurePreset preset;
    const char* name;            ///< on the command line
    double width;                ///< points
    std::optional<double> shape; ///< width over height; absent: as the content asks
};

inline constexpr double wideShape = 16.0 / 9, squareShape = 1;

/// A slide is as large as the usual 13⅓ × 7½ inches. At two pixels a point, it has 1920 × 1080 pixels, and a
/// square 1080 × 1080.
inline constexpr std::array<PresetSize, 4> figurePresets{{
    {FigurePreset::column, "column", 85 * pointsPerMillimetre, {}},
    {FigurePreset::page, "page", 180 * pointsPerMillimetre, {}},
    {FigurePreset::slide, "slide", 960, wideShape},
    {FigurePreset::square, "square", 540, squareShape},
}};

using FigureLayout = std::function<FigureDrawing(const FigureLook&)>;

/// The layout itself if the look has no shape. Otherwise a drawing of exactly that shape and the look's
/// width, in which the layout that leaves the letters largest is centred and enlarged, or reduced, until it
/// fits. Tries several widths, so that the board wraps to the shape.
FigureDrawing inShape(const FigureLook& look, const FigureLayout& layout);

} // namespace lab
