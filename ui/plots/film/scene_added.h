// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands at the edge of a scene's matrices: names of the row that is added (a bias, gains, a sink's
// score), and the shares that a sink takes, which fill the rows of the weights.
#pragma once

#include "ui/plots/film/scene_look.h"

class QPainter;

namespace lab {

class Theme;

/// The name of an added row, beside its label; in columns notation above it, if nothing is in the way.
void drawAddedTitle(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                    const Theme& theme, const ScenePanel& panel);

/// After each row of weights that is known as a whole, the sink's share; before, an empty place.
void drawSinkShares(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                    const Theme& theme, double fade);

/// The query whose share of the sink is shown there.
std::optional<Index> sinkShareAt(const SceneContent& content, const SceneGeometry& geometry, QPointF point);
/// Whether the scene knows it.
bool knowsSinkShare(const SceneContent& content, Index query);

} // namespace lab
