// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_shape.h"

#include "ui/plots/heatmap/heatmap_metrics.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// Widths to try, compared with that of the same area in the requested shape.
constexpr std::array triedWidths{0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6, 1.9};
constexpr double legibleNumbers = 6; // points
constexpr double asLarge = 0.99;     // of two letter sizes: no visible difference
constexpr double shapeMargin = 0.02; // of the page's shorter side, besides the figure's own

struct Fit {
    FigureDrawing drawing;
    double scale = 1;

    /// How much of its area the content fills on the page.
    double filled() const { return scale * scale * drawing.size.width() * drawing.size.height(); }
    bool showsNumbers() const {
        return !drawing.numbersLeftOut && drawing.fontSize * scale >= legibleNumbers;
    }
};

/// Legible numbers come first, then large letters, then a page that is filled.
bool isBetter(const Fit& a, const Fit& b) {
    if (a.showsNumbers() != b.showsNumbers())
        return a.showsNumbers();
    if (a.scale < asLarge * b.scale || b.scale < asLarge * a.scale)
        return a.scale > b.scale;
    return a.filled() > b.filled();
}

FigureDrawing onPage(const Fit& fit, const QSizeF& page) {
    FigureDrawing drawing = fit.drawing;
    const QSizeF content = fit.drawing.size * fit.scale;
    const QPointF corner((page.width() - content.width()) / 2, (page.height() - content.height()) / 2);
    drawing.size = page;
    drawing.fontSize = fit.drawing.fontSize * fit.scale;
    drawing.draw = [inner = fit.drawing.draw, scale = fit.scale, corner](QCPPainter& painter,
                                                                         const DrawProgress& progress) {
        painter.save();
        painter.translate(corner);
        painter.scale(scale, scale);
        std::vector<CutText> cut = inner(painter, progress);
        painter.restore();
        return cut;
    };
    return drawing;
}

} // namespace

FigureDrawing inShape(const FigureLook& look, const FigureLayout& layout) {
    if (!look.shape)
        return layout(look);
    const auto usual = std::ranges::find(figurePresets, look.shape, &PresetSize::shape);
    const double width =
        look.width.value_or(usual == figurePresets.end() ? figurePresets.back().width : usual->width);
    const QSizeF page(width, width / *look.shape);
    FigureLook free = look;
    free.width.reset();
    const double border = 2 * shapeMargin * std::min(page.width(), page.height());
    const QSizeF room = page - QSizeF(border, border);
    const auto fitted = [&] {
        Fit fit{layout(free)};
        fit.scale =
            std::min(room.width() / fit.drawing.size.width(), room.height() / fit.drawing.size.height());
        const double most = look.enlarges ? mostFontSize / fit.drawing.fontSize : 1;
        fit.scale = std::min(fit.scale, most);
        return fit;
    };
    Fit best = fitted();
    if (best.drawing.cells > manyCells) // laying it out again takes time, and its labels are small anyway
        return onPage(best, page);
    const QSizeF natural = best.drawing.size;
    const double same = std::sqrt(natural.width() * natural.height() * *look.shape);
    for (const double each : triedWidths) {
        free.width = same * each;
        if (Fit fit = fitted(); isBetter(fit, best))
            best = std::move(fit);
    }
    return onPage(best, page);
}

} // namespace lab
