// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preferences.h"

#include "ui/document/files/file_name.h"

#include <QDir>
#include <QSettings>

#include <algorithm>

namespace lab {

namespace {
constexpr const char* scale_key = "scale";
constexpr const char* mode_key = "colours";
constexpr const char* contrast_key = "highContrast";
constexpr const char* motion_key = "reduceMotion";
constexpr const char* geometry_key = "geometry";
constexpr const char* folder_key = "folder";
constexpr const char* panels_key = "panels"; // a group for each page
constexpr const char* open_parameters_key = "parameters";
constexpr const char* open_explanation_key = "explanation";
constexpr const char* parameters_key = "parametersWidth";
constexpr const char* explanation_key = "explanationWidth";
constexpr const char* screen_key = "presentScreen";
constexpr const char* opens_key = "presentOpens";
constexpr const char* strip_key = "snapshotStrip";
constexpr const char* about_key = "stageAbout";
constexpr const char* raises_key = "whatRaises";
constexpr const char* marks_key = "marksSeen";
constexpr const char* lesson_key = "lesson";
constexpr double widestColumn = 1e4; // points; the program writes no larger width

std::optional<double> columnWidth(const QSettings& settings, const char* key) {
    bool isNumber = false;
    const double width = settings.value(key).toDouble(&isNumber);
    return isNumber && width > 0 && width < widestColumn ? std::optional(width) : std::nullopt;
}

template<typename Value>
void saveChoice(QSettings& settings, const char* key, const std::optional<Value>& choice) {
    if (choice)
        settings.setValue(key, *choice);
    else
        settings.remove(key);
}

QHash<QString, OpenPanels> openPanels() {
    QSettings settings;
    QHash<QString, OpenPanels> panels;
    settings.beginGroup(panels_key);
    for (const QString& page : settings.childGroups()) {
        settings.beginGroup(page);
        panels[page] = {settings.value(open_parameters_key, true).toBool(),
                        settings.value(open_explanation_key, true).toBool()};
        settings.endGroup();
    }
    return panels;
}
} // namespace

Preferences Preferences::load() {
    const QSettings settings;
    Preferences p;
    p.scale =
        std::clamp(settings.value(scale_key, p.scale).toInt(), Theme::smallestScale, Theme::largestScale);
    const int mode = settings.value(mode_key, 0).toInt();
    p.mode = mode == 1 ? ColourMode::light : mode == 2 ? ColourMode::dark : ColourMode::system;
    if (settings.contains(contrast_key))
        p.highContrast = settings.value(contrast_key).toBool();
    if (settings.contains(motion_key))
        p.reducedMotion = settings.value(motion_key).toBool();
    p.geometry = settings.value(geometry_key).toByteArray();
    p.folder = settings.value(folder_key).toString();
    p.figure = FigureSettings::load(settings);
    p.film = FilmChoices::load(settings);
    p.script = ScriptChoices::load(settings);
    p.panels = openPanels();
    p.columns = {columnWidth(settings, parameters_key), columnWidth(settings, explanation_key)};
    p.presentScreen = settings.value(screen_key).toString();
    const int opens = settings.value(opens_key, static_cast<int>(p.opens)).toInt();
    p.opens = opens == 0 ? Opens::cell : opens == 2 ? Opens::matrix : Opens::row;
    p.snapshotStrip = settings.value(strip_key, false).toBool();
    p.stageAbout = settings.value(about_key, false).toBool();
    p.whatRaises = settings.value(raises_key, false).toBool();
    p.marksSeen = settings.value(marks_key, false).toBool();
    p.lesson = settings.value(lesson_key).toString();
    return p;
}

QString Preferences::startFolder() const {
    return !folder.isEmpty() && isFolder(folder) ? folder : QDir::homePath();
}

void Preferences::giveTo(Theme& theme) const {
    theme.setScale(scale);
    theme.setMode(mode);
    theme.chooseContrast(highContrast);
    theme.motion().choose(reducedMotion);
}

Preferences Preferences::restored() const {
    Preferences fresh;
    fresh.geometry = geometry;
    fresh.folder = folder;
    fresh.lesson = lesson;
    fresh.marksSeen = marksSeen;
    return fresh;
}

void Preferences::save() const {
    if (*this == load())
        return;
    QSettings settings;
    settings.setValue(scale_key, scale);
    settings.setValue(mode_key, static_cast<int>(mode));
    saveChoice(settings, contrast_key, highContrast);
    saveChoice(settings, motion_key, reducedMotion);
    settings.setValue(geometry_key, geometry);
    settings.setValue(folder_key, folder);
    figure.save(settings);
    film.save(settings);
    script.save(settings);
    settings.setValue(screen_key, presentScreen);
    settings.setValue(opens_key, static_cast<int>(opens));
    settings.setValue(strip_key, snapshotStrip);
    settings.setValue(about_key, stageAbout);
    settings.setValue(raises_key, whatRaises);
    settings.setValue(marks_key, marksSeen);
    settings.setValue(lesson_key, lesson);
    settings.remove(panels_key);
    settings.beginGroup(panels_key);
    for (auto each = panels.begin(); each != panels.end(); ++each) {
        settings.beginGroup(each.key());
        settings.setValue(open_parameters_key, each->parameters);
        settings.setValue(open_explanation_key, each->explanation);
        settings.endGroup();
    }
    settings.endGroup();
    saveChoice(settings, parameters_key, columns.parameters);
    saveChoice(settings, explanation_key, columns.explanation);
}

} // namespace lab
