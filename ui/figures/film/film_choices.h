// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a film was last saved, kept between sessions. What it shows is chosen anew each time.
#pragma once

#include "ui/figures/film/film_file.h"

class QSettings;

namespace lab {

struct FilmChoices {
    FilmFormat format = FilmFormat::pdf;
    std::optional<FigureLook::Background> background; ///< absent: as in the window
    double width = 800;                               ///< pixels; in PDF, 1/96 inch
    bool motion = true;                               ///< of a format that moves
    double speed = 1;
    bool operator==(const FilmChoices&) const = default;

    /// Invalid values fall back to the defaults.
    static FilmChoices load(const QSettings& settings);
    void save(QSettings& settings) const;
};

} // namespace lab
