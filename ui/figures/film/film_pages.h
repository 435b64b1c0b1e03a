// SPDX-License-Identifier: GPL-3.0-or-later
//
// The film as pages of a file: a scene, its caption, and which step it is. Lengths are points.
#pragma once

#include "ui/figures/figure_drawing.h"
#include "ui/plots/film/caption_layout.h"
#include "ui/plots/film/scene_drawing.h"

#include <memory>

namespace lab {

/// The shape of a slide that leaves room for a caption.
inline constexpr QSizeF filmPageSize{960, 600};

/// The page of one place, laid out.
struct FilmPage {
    FilmPlace place = 0;
    SceneContent content;
    SceneGeometry geometry;
    CaptionLayout caption;
};

class FilmPages {
public:
    /// The settings must be possible, and the sentence must have tokens. `stages` must outlive the pages, and
    /// must not change.
    FilmPages(StageSource& stages, const FilmSettings& settings, FigureLook::Background background);

    const Film& film() const { return m_film; }
    /// The document's title, else its sentence.
    const QString& title() const { return m_title; }
    bool isTransparent() const { return m_background.alpha() == 0; }
    const Theme& theme() const { return *m_theme; }

    /// Computes what the page shows, however long that takes. `before`: the place that is shown before it, if
    /// it is not the step before.
    FilmPage page(FilmPlace place, std::optional<FilmPlace> before = {}) const;
    /// The same without laying it out.
    SceneContent content(FilmPlace place) const;
    /// Draws from (0, 0) to filmPageSize, with its background.
    void draw(QPainter& painter, const FilmPage& page) const;
    /// Draws the page in the middle of the motion that leads to it, as `look` says.
    void draw(QPainter& painter, const FilmPage& page, const SceneLook& look) const;
    SceneLook lookAtRest(const FilmPage& page) const;

private:
    void complete(HeadIndex head) const;
    void drawFrame(QPainter& painter, const FilmPage& page) const;

    StageSource& m_stages;
    std::shared_ptr<Theme> m_theme;
    QColor m_background;
    Film m_film;
    QString m_title;
    double m_unit; ///< points of the page per point of the theme
};

} // namespace lab
