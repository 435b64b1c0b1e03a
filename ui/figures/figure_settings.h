// SPDX-License-Identifier: GPL-3.0-or-later
//
// How somebody last wanted figures, from one start of the program to the next.
#pragma once

#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"

class QSettings;

namespace lab {

struct FigureSettings {
    /// Whether the width is what the content asks for, or one of the two below.
    enum class Width { content, millimetres, pixels };

    FigureFormat format = FigureFormat::png;
    std::optional<FigureLook::Background> background; ///< absent: as the window is
    double fontSize = 9;                              ///< points
    double scale = 2;                                 ///< of an image, pixels a point
    Width width = Width::content;
    double millimetres = 85;
    double pixels = 1200; ///< of an image its own; else of 1/96 inch
    bool numbers = true, title = true, colourBar = true, axisNames = true;
    bool cellsAsImage = false;
    bool operator==(const FigureSettings&) const = default;

    static constexpr double leastScale = 0.5, mostScale = 16;
    static constexpr double leastMillimetres = 10, mostMillimetres = 2000;
    static constexpr double leastPixels = 40, mostPixels = 16000;

    /// What cannot be is as usual.
    static FigureSettings load(const QSettings& settings);
    void save(QSettings& settings) const;
};

/// `title`: absent, what the window calls the view.
FigureLook figureLook(const FigureSettings& settings, const Theme& theme,
                      const std::optional<QString>& title = {});

} // namespace lab
