// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_settings.h"

#include "ui/figures/read_setting.h"
#include "ui/figures/units.h"

#include <cmath>

namespace lab {

namespace {

const QString group = QStringLiteral("figure/");

/// Calls `each` with every switch and its key.
template<class Settings, class Each>
void switches(Settings& settings, Each each) {
    each("numbers", settings.numbers);
    each("title", settings.title);
    each("colourBar", settings.colourBar);
    each("axisNames", settings.axisNames);
    each("cellsAsImage", settings.cellsAsImage);
    each("marks", settings.marks);
    each("onePage", settings.onePage);
}

std::optional<double> shapeOf(FigureSettings::Shape shape) {
    switch (shape) {
    case FigureSettings::Shape::content:
        return std::nullopt;
    case FigureSettings::Shape::wide:
        return wideShape;
    case FigureSettings::Shape::square:
        return squareShape;
    }
    return std::nullopt;
}

} // namespace

void FigureSettings::apply(const PresetSize& preset) {
    width = Width::millimetres;
    millimetres = preset.width / pointsPerMillimetre;
    shape = !preset.shape ? Shape::content : *preset.shape == wideShape ? Shape::wide : Shape::square;
}

bool FigureSettings::isAs(const PresetSize& preset) const {
    constexpr double rounding = 1e-6; // points
    return width == Width::millimetres && shapeOf(shape) == preset.shape &&
           std::abs(millimetres * pointsPerMillimetre - preset.width) < rounding;
}

FigureSettings FigureSettings::load(const QSettings& settings) {
    FigureSettings s;
    s.format = readChoice(settings, group + QStringLiteral("format"), s.format,
                          static_cast<int>(figureFormats().size()));
    if (settings.contains(group + QLatin1String("background")))
        s.background =
            readChoice(settings, group + QStringLiteral("background"), FigureLook::Background::light, 3);
    s.fontSize =
        readNumber(settings, group + QStringLiteral("fontSize"), s.fontSize, leastFontSize, mostFontSize);
    s.scale = readNumber(settings, group + QStringLiteral("scale"), s.scale, leastScale, mostScale);
    s.width = readChoice(settings, group + QStringLiteral("width"), s.width, 3);
    s.shape = readChoice(settings, group + QStringLiteral("shape"), s.shape, 3);
    s.millimetres = readNumber(settings, group + QStringLiteral("millimetres"), s.millimetres,
                               leastMillimetres, mostMillimetres);
    s.pixels = readNumber(settings, group + QStringLiteral("pixels"), s.pixels, leastPixels, mostPixels);
    switches(s, [&](const char* key, bool& value) {
        value = settings.value(group + QLatin1String(key), value).toBool();
    });
    return s;
}

void FigureSettings::save(QSettings& settings) const {
    const auto set = [&](const char* key, const QVariant& value) {
        settings.setValue(group + QLatin1String(key), value);
    };
    set("format", static_cast<int>(format));
    if (background)
        set("background", static_cast<int>(*background));
    set("fontSize", fontSize);
    set("scale", scale);
    set("width", static_cast<int>(width));
    set("shape", static_cast<int>(shape));
    set("millimetres", millimetres);
    set("pixels", pixels);
    switches(*this, set);
}

FigureLook figureLook(const FigureSettings& settings, const Theme& theme,
                      const std::optional<QString>& title) {
    constexpr double pointsPerPixel = pointsPerInch / 96;
    FigureLook look = figureLook(theme);
    look.background = settings.background.value_or(look.background);
    look.fontSize = settings.fontSize;
    look.shape = shapeOf(settings.shape);
    look.numbers = settings.numbers;
    look.colourBar = settings.colourBar;
    look.axisNames = settings.axisNames;
    look.cellsAsImage = settings.cellsAsImage;
    look.onePage = settings.onePage;
    look.title = settings.title ? title : QString();
    if (settings.width == FigureSettings::Width::millimetres)
        look.width = settings.millimetres * pointsPerMillimetre;
    else if (settings.width == FigureSettings::Width::pixels)
        look.width =
            isImage(settings.format) ? settings.pixels / settings.scale : settings.pixels * pointsPerPixel;
    return look;
}

} // namespace lab
