// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a scene of the film, in a window or on paper: needs no widget.
#pragma once

#include "ui/plots/film/scene_geometry.h"

#include <optional>
#include <vector>

class QPainter;

namespace lab {

class Theme;

struct SceneLook {
    double fade = 1;            ///< how far the numbers that the step adds have appeared
    std::vector<QRectF> frames; ///< round the operands of the step and its result
    std::optional<Source> inspected;
    std::optional<SceneGeometry::Hit> cursor; ///< of the keyboard
};

/// Where the frames of a scene are at rest.
std::vector<QRectF> sceneFrames(const SceneContent& content, const SceneGeometry& geometry);

void drawScene(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
               const Theme& theme, const SceneLook& look);

/// The same at rest, in a room of its own.
void drawScene(QPainter& painter, const SceneContent& content, const Theme& theme, const QRectF& room);

/// The colours of a matrix, as far as its cells are known, as large as fits into `room`.
void drawThumbnail(QPainter& painter, const HeatmapContent& content, Index known, const Theme& theme,
                   const QRectF& room);

} // namespace lab
