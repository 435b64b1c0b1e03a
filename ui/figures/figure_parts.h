// SPDX-License-Identifier: GPL-3.0-or-later
//
// Building blocks of all figures.
#pragma once

#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_sheet.h"
#include "ui/look/theme.h"

#include <qcustomplot.h>

#include <memory>

namespace lab {

inline constexpr double figureMargin = 6;         // theme's points around a figure
inline constexpr double defaultWidthLimit = 1440; // limit when no width is given

/// The theme at its largest scale. Its lengths are whole numbers, which a large scale rounds less.
std::shared_ptr<Theme> figureTheme(const FigureLook& look);
/// Points of the figure per point of the theme.
double unitOf(const Theme& theme, const FigureLook& look);
/// The width between the margins, in the theme's points; absent if no width is given.
std::optional<int> roomOf(const Theme& theme, double unit, const FigureLook& look);

/// Computes what a figure of a stage shows, however long that takes.
void completeForFigure(StageSource& stages, StageId id, HeadIndex head);
/// The same, and returns the content.
HeatmapContent figureContent(StageSource& stages, StageId id, HeadIndex head);
HeatmapForm heatmapForm(const FigureLook& look);

/// A figure of one matrix. The content must be complete.
FigureDrawing matrixFigure(const std::shared_ptr<Theme>& theme, const FigureLook& look,
                           HeatmapContent content, const HeatmapMarkSet& marks);
/// `room`: the available width, or a default if none is given.
FigureSheet::Form sheetForm(const QString& title, const FigureLook& look, int room);
FigureDrawing sheetFigure(const std::shared_ptr<Theme>& theme, double unit,
                          const std::vector<SheetPart>& parts, const FigureSheet::Form& form);
/// The same, with the parts side by side in so many columns. If a width is given, each part is as wide as its
/// column.
FigureDrawing columnsFigure(const std::shared_ptr<Theme>& theme, const FigureLook& look, const QString& title,
                            std::vector<SheetPart> parts, int columns, const QString& footer = {});

/// A drawing of `size`, with margins added. The drawing keeps alive the theme and whatever `paint` captures.
template<class Paint>
FigureDrawing drawingWith(const std::shared_ptr<Theme>& theme, double unit, const QSize& size, Paint paint) {
    const double border = theme->px(figureMargin);
    FigureDrawing drawing;
    drawing.fontSize = unit * theme->font(TextRole::small).pixelSize();
    drawing.size = (QSizeF(size) + QSizeF(2 * border, 2 * border)) * unit;
    drawing.background = theme->colours().panel;
    drawing.draw = [theme, unit, border, paint](QCPPainter& painter, const DrawProgress& progress) {
        painter.save();
        painter.scale(unit, unit);
        painter.translate(border, border);
        std::vector<CutText> cut = paint(painter, progress);
        painter.restore();
        return cut;
    };
    return drawing;
}

} // namespace lab
