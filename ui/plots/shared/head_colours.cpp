// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/head_colours.h"

#include "ui/plots/shared/colour_scale.h"

#include <array>
#include <cmath>

namespace lab {

namespace {

constexpr std::array<QRgb, 8> okabeIto{0xff0072b2, 0xffe69f00, 0xff009e73, 0xffcc79a7,
                                       0xff56b4e9, 0xffd55e00, 0xfff0e442, 0xff000000};
// Contrast ratios. WCAG 2.1 requires 3 for what is not text; light lines on dark look thinner than they are.
constexpr double leastVisibleContrast = 1.6; // less than this is invisible on a dark background
constexpr double leastContrast = 3;
constexpr double contrastOnLight = leastContrast, contrastOnDark = 4.5;
constexpr double palest = 0.55; // opacity

} // namespace

QColor headColour(HeadIndex head) {
    return QColor::fromRgb(okabeIto[static_cast<std::size_t>(head) % okabeIto.size()]);
}

QColor inkOn(const QColor& background, const QColor& colour, double wanted) {
    const QColor towards = textOn(background);
    constexpr int steps = 20;
    for (int i = 0; i <= steps; ++i) {
        const auto mixed = [&](int from, int to) { return from + (to - from) * i / steps; };
        const QColor ink(mixed(colour.red(), towards.red()), mixed(colour.green(), towards.green()),
                         mixed(colour.blue(), towards.blue()));
        if (contrast(ink, background) >= wanted)
            return ink;
    }
    return towards;
}

QColor headInk(HeadIndex head, const QColor& background, double wanted) {
    return inkOn(background, headColour(head), wanted);
}

QColor headInk(HeadIndex head, const QColor& background) {
    const bool light = textOn(background) == QColor(Qt::black);
    return headInk(head, background, light ? contrastOnLight : contrastOnDark);
}

QColor paleHeadInk(HeadIndex head, const QColor& background) {
    const QColor ink = headInk(head, background);
    constexpr int steps = 20;
    for (int i = 0; i <= steps; ++i) {
        const double opacity = palest + (1 - palest) * i / steps;
        const auto mixed = [opacity](int behind, int above) {
            return static_cast<int>(std::lround(behind + (above - behind) * opacity));
        };
        const QColor seen(mixed(background.red(), ink.red()), mixed(background.green(), ink.green()),
                          mixed(background.blue(), ink.blue()));
        if (contrast(seen, background) < leastContrast)
            continue;
        QColor pale = ink;
        pale.setAlphaF(static_cast<float>(opacity));
        return pale;
    }
    return ink;
}

QColor headFill(HeadIndex head, const QColor& background) {
    const QColor colour = headColour(head);
    const bool dark = textOn(background) == QColor(Qt::white);
    return dark && contrast(colour, background) < leastVisibleContrast ? headInk(head, background) : colour;
}

} // namespace lab
