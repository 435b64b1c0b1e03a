// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences.h"

#include <QSettings>

#include <algorithm>

namespace lab {

namespace {
constexpr const char* scale_key = "scale";
constexpr const char* mode_key = "colours";
constexpr const char* geometry_key = "geometry";
constexpr const char* folder_key = "folder";
constexpr const char* explains_key = "explains";
} // namespace

Preferences Preferences::load() {
    const QSettings settings;
    Preferences p;
    p.scale =
        std::clamp(settings.value(scale_key, p.scale).toInt(), Theme::smallestScale, Theme::largestScale);
    const int mode = settings.value(mode_key, 0).toInt();
    p.mode = mode == 1 ? ColourMode::light : mode == 2 ? ColourMode::dark : ColourMode::system;
    p.geometry = settings.value(geometry_key).toByteArray();
    p.folder = settings.value(folder_key).toString();
    p.figure = FigureSettings::load(settings);
    p.explains = settings.value(explains_key, p.explains).toBool();
    return p;
}

void Preferences::save() const {
    QSettings settings;
    settings.setValue(scale_key, scale);
    settings.setValue(mode_key, static_cast<int>(mode));
    settings.setValue(geometry_key, geometry);
    settings.setValue(folder_key, folder);
    figure.save(settings);
    settings.setValue(explains_key, explains);
}

} // namespace lab
