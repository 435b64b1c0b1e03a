// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views as figures: one drawing for the window, the command line and every kind of file. All lengths are
// points of 1/72 inch.
#pragma once

#include "ui/plots/figure.h"
#include "ui/plots/shared/draw_progress.h"

#include <QColor>
#include <QSizeF>

#include <functional>
#include <optional>
#include <vector>

class QCPPainter;

namespace lab {

class StageSource;
class Theme;

struct FigureLook {
    enum class Background { light, dark, transparent };
    Background background = Background::light;
    double fontSize = 9;         ///< of labels; numbers in cells are a little larger
    std::optional<double> width; ///< of the whole; absent: as the content asks
    bool numbers = true;         ///< in the cells, as far as there is room
    bool colourBar = true;
    bool axisNames = true;
    /// In a vector file more than manyCells of a matrix are one image, without numbers.
    bool cellsAsImage = false;
    /// Above it; absent: what the window calls the view; empty: none.
    std::optional<QString> title;
    bool operator==(const FigureLook&) const = default;
};

/// Of what can be read and printed.
inline constexpr double leastFontSize = 4, mostFontSize = 72;

/// A view, worked out and laid out, however long that takes.
struct FigureDrawing {
    QSizeF size;
    QColor background; ///< transparent: none
    QString title;     ///< for the file, also where none is drawn
    /// Numbers were asked for, and there is no room for them.
    bool numbersLeftOut = false;
    Index largest = 0; ///< cells of its largest matrix
    Index cells = 0;   ///< of all
    /// Draws it from (0, 0) on, without its background; which texts were cut, in the order of drawing.
    std::function<std::vector<CutText>(QCPPainter&, const DrawProgress&)> draw;
};

/// As the window looks: light or dark.
FigureLook figureLook(const Theme& theme);

/// The stage and the head must exist and the sentence have tokens. Colours and decimals are the document's.
FigureDrawing drawingOf(StageSource& stages, const Figure& figure, const FigureLook& look);

} // namespace lab
