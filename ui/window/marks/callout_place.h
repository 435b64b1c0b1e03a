// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a callout goes beside what it points at.
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

#include <optional>
#include <vector>

namespace lab {

/// Something that a callout had better not cover.
struct Obstacle {
    QRect rect;
    double weight = 1; ///< of each pixel that is covered
};

struct CalloutPlace {
    QRect box;
    QPoint tip; ///< of the arrow, on the target's edge
};

/// The place of a box beside `target`, an arrow's length away, that covers the least of the obstacles.
/// `sizes`: what the box may be like, the preferred one first. It stays in `room` and covers none of
/// `forbidden`, among which the target need not be. nullopt if there is no such place.
std::optional<CalloutPlace> placeCallout(const QRect& target, const std::vector<QSize>& sizes, int arrow,
                                         const QRect& room, const std::vector<QRect>& forbidden,
                                         const std::vector<Obstacle>& obstacles);

} // namespace lab
