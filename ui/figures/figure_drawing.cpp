// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_drawing.h"

#include "ui/look/theme.h"

#include <qcustomplot.h>

namespace lab {

FigureDrawing pageOf(const FigureDrawing& drawing, int page) {
    FigureDrawing one = drawing;
    one.size.setHeight(drawing.size.height() / drawing.pages);
    one.pages = 1;
    one.drawPage = nullptr;
    one.draw = [draw = drawing.drawPage, page](QCPPainter& painter, const DrawProgress& progress) {
        return draw(painter, page, progress);
    };
    return one;
}

FigureLook figureLook(const Theme& theme) {
    FigureLook look;
    if (theme.colours().dark)
        look.background = FigureLook::Background::dark;
    return look;
}

} // namespace lab
