// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints the cells that fly over a scene, each on a plate of its own. A number that flies lies on cells of
// other matrices: its plate is round and has an outline, as no cell has.
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

/// The place of a number that is not computed yet: a dashed outline.
void drawEmptyCell(QPainter& painter, const QRectF& rect, const SceneCellStyle& style, const Theme& theme);

/// A number as a flying cell says it.
QString flyingText(const FlyingCell& cell);

void drawFlying(QPainter& painter, const SceneGeometry& geometry, const Theme& theme,
                const std::vector<FlyingCell>& cells);

} // namespace lab
