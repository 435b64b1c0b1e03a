// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a row of weights on its way: for each phase bars that stand under the columns of the result (in
// columns notation, lie beside its rows). Each phase says its scale: weights and exponentials share one of 0
// to 1 with those of every row, scores that of their matrix.
#pragma once

#include "ui/plots/film/scene_look.h"

class QPainter;

namespace lab {

class Theme;

void drawBands(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
               const Theme& theme, const SceneLook& look);

/// Where the bar of a key lies; empty if it is not in sight.
QRectF bandPlace(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme,
                 std::size_t band, Index key);

} // namespace lab
