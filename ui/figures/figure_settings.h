// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last figure settings, kept between sessions.
#pragma once

#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/figure_shape.h"

class QSettings;

namespace lab {

struct FigureSettings {
    /// Which width applies: that of the content, or one of the two below.
    enum class Width { content, millimetres, pixels };
    enum class Shape { content, wide, square };

    FigureFormat format = FigureFormat::png;
    std::optional<FigureLook::Background> background; ///< absent: as in the window
    double fontSize = defaultFontSize;                ///< points
    double scale = defaultScale;                      ///< pixels per point, for images
    Width width = Width::content;
    double millimetres = 85;
    double pixels = 1200; ///< of an image; else 1/96 inch
    Shape shape = Shape::content;
    bool marks = false; ///< of what is inspected
    bool numbers = true, title = true, colourBar = true, axisNames = true;
    bool cellsAsImage = false;
    bool onePage = false; ///< of a handout
    bool operator==(const FigureSettings&) const = default;

    static constexpr double leastScale = 0.5, mostScale = 16;
    static constexpr double leastMillimetres = 10, mostMillimetres = 2000;
    static constexpr double leastPixels = 40, mostPixels = 16000;

    /// Sets the width and the shape.
    void apply(const PresetSize& preset);
    /// Whether they are those of the preset.
    bool isAs(const PresetSize& preset) const;

    /// Invalid values fall back to the defaults.
    static FigureSettings load(const QSettings& settings);
    void save(QSettings& settings) const;
};

/// `title`: if absent, the figure's title in the window.
FigureLook figureLook(const FigureSettings& settings, const Theme& theme,
                      const std::optional<QString>& title = {});

} // namespace lab
