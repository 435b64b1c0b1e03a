// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/spreadsheet_look.h"

#include "ui/document/view_settings.h"
#include "ui/plots/shared/colour_scale.h"

#include <array>

namespace lab {

namespace {

std::uint32_t sheetColour(const QColor& colour) {
    return colour.rgb() & 0xffffffU;
}

QColor mixed(const QColor& from, const QColor& to, double part) {
    const auto channel = [part](int a, int b) { return static_cast<int>(std::rint(a + part * (b - a))); };
    return {channel(from.red(), to.red()), channel(from.green(), to.green()),
            channel(from.blue(), to.blue())};
}

SheetScale sheetScale(Palette palette) {
    NumberStyle style;
    style.weights = style.ofSigned = palette;
    const auto kind = info(palette).isSigned ? ColourScale::Kind::diverging : ColourScale::Kind::sequential;
    const ColourScale colours = ColourScale::of(kind, {}, style);
    const std::array three{colours.colourAt(0), colours.colourAt(0.5), colours.colourAt(1)};
    const auto needsWhite = [&](double place) { // as the spreadsheet mixes colours
        const bool isLow = place < 0.5;
        return textOn(mixed(three[isLow ? 0 : 1], three[isLow ? 1 : 2], isLow ? 2 * place : 2 * place - 1)) ==
               Qt::white;
    };
    SheetScale scale{sheetColour(three[0]), sheetColour(three[1]), sheetColour(three[2])};
    constexpr int steps = 200;
    int low = 0, high = steps;
    while (low < steps && needsWhite(double(low) / steps))
        ++low;
    while (high > low && needsWhite(double(high) / steps))
        --high;
    scale.white_below = double(low) / steps;
    scale.white_above = double(high) / steps;
    return scale;
}

} // namespace

SheetLook spreadsheetLook(const Experiment& experiment) {
    const ViewSettings settings = viewSettings(experiment);
    SheetLook look;
    look.of_signed = sheetScale(settings.ofSigned);
    look.of_weights = sheetScale(settings.weights);
    if (settings.range == ColourRange::fixed)
        look.limit = settings.colourLimit;
    look.shares_limit = settings.range == ColourRange::shared;
    look.weights_to_one = weightRangeInUse(experiment) == WeightRange::unit;
    look.decimals = settings.decimals;
    return look;
}

} // namespace lab
