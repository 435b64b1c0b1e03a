// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a row of weights on its way: for each phase bars that stand under the columns of the result (in
// columns notation, lie beside its rows).
#pragma once

#include "ui/plots/film/scene_geometry.h"

class QPainter;

namespace lab {

class Theme;

void drawBands(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
               const Theme& theme, double fade);

} // namespace lab
