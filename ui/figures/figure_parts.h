// SPDX-License-Identifier: GPL-3.0-or-later
//
// What figures of every kind are made with.
#pragma once

#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_sheet.h"
#include "ui/look/theme.h"

#include <qcustomplot.h>

#include <memory>

namespace lab {

inline constexpr double figureMargin = 6;     // theme's points around a figure
inline constexpr double widestUnasked = 1440; // where nobody says how wide

/// Measures are whole numbers: many to the point.
std::shared_ptr<Theme> figureTheme(const FigureLook& look);
/// Points of the figure to one of the theme.
double unitOf(const Theme& theme, const FigureLook& look);
/// What is left of the width between the margins, in the theme's points; absent as the width is.
std::optional<int> roomOf(const Theme& theme, double unit, const FigureLook& look);

/// Computes what a figure of a stage shows, however long that takes.
void completeForFigure(StageSource& stages, StageId id, HeadIndex head);
/// The same, and the content.
HeatmapContent figureContent(StageSource& stages, StageId id, HeadIndex head);
HeatmapForm heatmapForm(const FigureLook& look);

/// One matrix, its content complete.
FigureDrawing matrixFigure(const std::shared_ptr<Theme>& theme, const FigureLook& look,
                           HeatmapContent content);
/// `room`: what there is, also where nobody says how wide.
FigureSheet::Form sheetForm(const QString& title, const FigureLook& look, int room);
FigureDrawing sheetFigure(const std::shared_ptr<Theme>& theme, double unit,
                          const std::vector<SheetPart>& parts, const FigureSheet::Form& form);
/// The same, the parts side by side in so many columns, each as wide as its column where a width is asked
/// for.
FigureDrawing columnsFigure(const std::shared_ptr<Theme>& theme, const FigureLook& look, const QString& title,
                            std::vector<SheetPart> parts, int columns, const QString& footer = {});

/// A drawing of that size between margins. The theme, and what a figure is made of, live as long as it can be
/// drawn.
template<class Paint>
FigureDrawing drawingWith(const std::shared_ptr<Theme>& theme, double unit, const QSize& size, Paint paint) {
    const double border = theme->px(figureMargin);
    FigureDrawing drawing;
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
