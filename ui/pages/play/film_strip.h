// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scenes of the film in order, as thumbnails with what has been computed so far. A click goes to a scene.
#pragma once

#include "core/film/film.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QWidget>

#include <vector>

namespace lab {

class SceneButton;
class StageSource;
class Theme;

class FilmStrip : public QWidget {
    Q_OBJECT
public:
    explicit FilmStrip(const Theme& theme, QWidget* parent = nullptr);

    /// Reads the numbers again.
    void setFilm(StageSource& stages, const Film& film);
    /// `shown`: the scene of that place.
    void setPlace(const Film& film, FilmPlace place, const Scene& shown);
    const std::vector<SceneButton*>& buttons() const { return m_buttons; }
    int preferredHeight() const;

signals:
    void sceneChosen(lab::Scene scene);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();

    const Theme& m_theme;
    std::vector<SceneButton*> m_buttons;
};

} // namespace lab
