// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a scene of the film, in a window or on paper: needs no widget.
#pragma once

#include "ui/plots/film/scene_look.h"

#include <vector>

class QPainter;

namespace lab {

class Theme;

/// Where the frames of a scene are at rest.
std::vector<QRectF> sceneFrames(const SceneContent& content, const SceneGeometry& geometry);

void drawScene(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
               const Theme& theme, const SceneLook& look);

/// Draw the scene in two layers, the second over the first: what a motion of the step leaves as it is, and
/// what it changes.
void drawStillPart(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                   const Theme& theme, const SceneLook& look);
void drawMovingPart(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                    const Theme& theme, const SceneLook& look);

/// The same at rest, in a room of its own.
void drawScene(QPainter& painter, const SceneContent& content, const Theme& theme, const QRectF& room);

/// The colours of a matrix, as far as its cells are known, as large as fits into `room`.
void drawThumbnail(QPainter& painter, const HeatmapContent& content, Index known, const Theme& theme,
                   const QRectF& room);

} // namespace lab
