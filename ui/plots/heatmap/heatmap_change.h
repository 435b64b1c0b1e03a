// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much the cells of a matrix have changed, and the wedges that show it.
#pragma once

#include "ui/plots/heatmap/heatmap_mapping.h"

#include <QPolygonF>

namespace lab {

struct HeatmapContent;

/// Changes under this share of the largest one in the matrix are not marked.
inline constexpr double leastMarkedChange = 0.02;

/// Compares a matrix with the one before. Must not outlive them.
class HeatmapChange {
public:
    /// What `content` marks as changed.
    explicit HeatmapChange(const HeatmapContent& content);
    /// Both have the same shape.
    HeatmapChange(const Matrix& before, const Matrix& now);

    /// The change of a cell as a share of the largest one, from −1 to 1; 0: not marked. NaN if the cell is or
    /// was not finite and has changed, which has no size.
    double operator()(StoredCell cell) const;

private:
    const Matrix* m_before = nullptr; ///< null: nothing is compared
    const Matrix* m_now = nullptr;
    double m_largest = 0; ///< the largest finite change
};

/// A triangle in the upper left corner of a cell, pointing up or down as the sign of `share` does. Its area
/// is proportional to the share.
QPolygonF changeWedge(const QRectF& cell, double share);
/// The line beside the largest wedge, above a number in the middle of the cell.
QRectF ghostPlace(const QRectF& cell);

} // namespace lab
