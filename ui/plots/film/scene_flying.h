// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints the cells that fly over a scene, each on a plate of its own.
#pragma once

#include "ui/plots/film/scene_look.h"

class QPainter;

namespace lab {

class Theme;

/// How the cells of a scene look at their size.
struct SceneCellStyle {
    SceneCellStyle(const SceneGeometry& geometry, const Theme& theme);

    bool isRoomy = true; ///< rounded corners, with the page in between
    double gap = 0, radius = 0;
};

void drawFlying(QPainter& painter, const SceneGeometry& geometry, const Theme& theme,
                const std::vector<FlyingCell>& cells);

} // namespace lab
