// SPDX-License-Identifier: GPL-3.0-or-later
//
// A scene of the film as a thumbnail with its name.
#pragma once

#include "core/film/film.h"
#include "ui/pages/play_button.h"
#include "ui/plots/heatmap/heatmap_content.h"

namespace lab {

class SceneButton : public PlayButton {
    Q_OBJECT
public:
    SceneButton(const Theme& theme, QWidget* parent);

    /// `brief` is shown where the name has no room.
    struct Names {
        QString name, brief, title;
    };
    void setScene(const Scene& scene, const Names& names, HeatmapContent content);
    const Scene& scene() const { return m_scene; }
    /// How many cells are known, and whether the scene is the present one.
    void setState(Index known, bool isCurrent);
    bool isCurrent() const { return m_current; }
    Index known() const { return m_known; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Scene m_scene;
    QString m_shortName;
    HeatmapContent m_content;
    Index m_known = 0;
    bool m_current = false;
};

} // namespace lab
