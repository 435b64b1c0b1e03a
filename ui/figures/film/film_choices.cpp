// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/film/film_choices.h"

#include "ui/figures/read_setting.h"

namespace lab {

namespace {

const QString filmGroup = QStringLiteral("film/");

} // namespace

FilmChoices FilmChoices::load(const QSettings& settings) {
    FilmChoices c;
    c.format = readChoice(settings, filmGroup + QStringLiteral("format"), c.format,
                          static_cast<int>(filmFormats().size()));
    if (const QString key = filmGroup + QStringLiteral("background"); settings.contains(key))
        c.background = readChoice(settings, key, FigureLook::Background::light, 3);
    c.width =
        readNumber(settings, filmGroup + QStringLiteral("width"), c.width, leastFilmWidth, mostFilmWidth);
    c.motion = settings.value(filmGroup + QStringLiteral("motion"), c.motion).toBool();
    c.speed =
        readNumber(settings, filmGroup + QStringLiteral("speed"), c.speed, leastFilmSpeed, mostFilmSpeed);
    return c;
}

void FilmChoices::save(QSettings& settings) const {
    settings.setValue(filmGroup + QStringLiteral("format"), static_cast<int>(format));
    if (background)
        settings.setValue(filmGroup + QStringLiteral("background"), static_cast<int>(*background));
    settings.setValue(filmGroup + QStringLiteral("width"), width);
    settings.setValue(filmGroup + QStringLiteral("motion"), motion);
    settings.setValue(filmGroup + QStringLiteral("speed"), speed);
}

} // namespace lab
