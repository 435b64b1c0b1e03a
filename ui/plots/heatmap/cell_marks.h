// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is drawn on a cell, or on a bar's segment, besides its number.
#pragma once

class QColor;
class QPainter;
class QRectF;

namespace lab {

class Theme;

inline constexpr double changeOutline = 1.5; // points
/// An outline covers this share of a cell's shorter side at most, at either end, so that its colour is seen
/// inside.
inline constexpr double mostOutline = 0.25;
inline constexpr double hatchWidth = 1.2;
inline constexpr double hatchStep = 6;

/// A filled corner, or a frame where that has no room.
void paintOverrideMark(QPainter& painter, const Theme& theme, const QRectF& cell, bool roomy,
                       const QColor& ink);

/// A wedge, or an outline where a wedge has no room or the change has no size. `share`: see HeatmapChange.
void paintChange(QPainter& painter, const Theme& theme, const QRectF& cell, bool roomy, double radius,
                 double share, const QColor& ink);

/// Crossed out, as what is dropped.
void paintCross(QPainter& painter, const Theme& theme, const QRectF& cell, const QColor& ink);

/// 45° stripes that continue from cell to cell.
void paintHatch(QPainter& painter, const Theme& theme, const QRectF& cell);

} // namespace lab
