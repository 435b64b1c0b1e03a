// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/figure_frame.h"

#include "ui/theme.h"

#include <qcustomplot.h>

#include <cmath>

namespace lab {

namespace {
constexpr double figureMargin = 6; // theme's points around a figure
}

std::shared_ptr<Theme> figureTheme(const FigureLook& look) {
    auto theme = std::make_shared<Theme>();
    theme->setMode(look.background == FigureLook::Background::dark ? ColourMode::dark : ColourMode::light);
    theme->setScale(Theme::largestScale);
    return theme;
}

double unitOf(const Theme& theme, const FigureLook& look) {
    return look.fontSize / theme.font(TextRole::small).pixelSize();
}

std::optional<int> roomOf(const Theme& theme, double unit, const FigureLook& look) {
    if (!look.width)
        return std::nullopt;
    return static_cast<int>(std::floor(*look.width / unit - 2 * theme.px(figureMargin) + 1e-6)); // rounding
}

Figure framedFigure(const std::shared_ptr<Theme>& theme, double unit, const QSize& size,
                    std::function<std::vector<CutText>(QCPPainter&, const DrawingPulse&)> drawing) {
    const double border = theme->px(figureMargin);
    Figure figure;
    figure.size = (QSizeF(size) + QSizeF(2 * border, 2 * border)) * unit;
    figure.background = theme->colours().panel;
    figure.draw = [theme, unit, border, drawing = std::move(drawing)](QCPPainter& painter,
                                                                      const DrawingPulse& pulse) {
        painter.save();
        painter.scale(unit, unit);
        painter.translate(border, border);
        std::vector<CutText> cut = drawing(painter, pulse);
        painter.restore();
        return cut;
    };
    return figure;
}

} // namespace lab
