// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures: one drawing for the window, the command line and every file format. All lengths are points of 1/72
// inch.
#pragma once

#include "ui/figures/figure_marks.h"
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

/// Points, of labels: the default, the limits of what can be asked for, and the least that can be read on
/// paper.
inline constexpr double defaultFontSize = 9, leastFontSize = 4, mostFontSize = 72, leastReadable = 6;

inline bool isTooSmallToRead(double points) {
    constexpr double rounding = 1e-6;
    return points < leastReadable - rounding;
}

struct FigureLook {
    enum class Background { light, dark, transparent };
    Background background = Background::light;
    double fontSize = defaultFontSize; ///< of labels; numbers in cells are a little larger
    std::optional<double> width;       ///< total; absent: as wide as the content needs
    /// Width over height of the whole, which is then drawn as large as fits into it; absent: as the content
    /// asks.
    std::optional<double> shape;
    bool enlarges = true; ///< with a shape: letters may become larger than `fontSize`
    std::vector<StageMarks> marks = {};
    bool numbers = true; ///< in the cells, if there is room
    bool colourBar = true;
    bool axisNames = true;
    /// In a vector file, draw a matrix of more than manyCells cells as one image without numbers.
    bool cellsAsImage = false;
    bool onePage = false; ///< of a figure with pages: as small as it must be for that
    /// Above the figure; absent: its title in the window; empty: none.
    std::optional<QString> title;
    bool operator==(const FigureLook&) const = default;
};

/// A figure, computed and laid out.
struct FigureDrawing {
    QSizeF size;
    QColor background; ///< transparent: none
    QString title;     ///< for the file, even if none is drawn
    /// Numbers were requested, but there is no room for them.
    bool numbersLeftOut = false;
    /// Of the labels of some matrix, every second one or fewer are drawn: all would not fit.
    bool labelsLeftOut = false;
    double fontSize = defaultFontSize; ///< of labels, as drawn
    Index largest = 0;                 ///< cells of its largest matrix
    Index cells = 0;                   ///< cells of all matrices
    int pages = 1;                     ///< of equal height, one below the other
    /// Draws from (0, 0), without the background. Returns the elided texts, in drawing order.
    std::function<std::vector<CutText>(QCPPainter&, const DrawProgress&)> draw;
    /// The same for one page; null where there is one alone.
    std::function<std::vector<CutText>(QCPPainter&, int page, const DrawProgress&)> drawPage;
};

/// One page of a drawing that has pages, as a drawing of its own.
FigureDrawing pageOf(const FigureDrawing& drawing, int page);

/// As in the window: light or dark.
FigureLook figureLook(const Theme& theme);

} // namespace lab
