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

struct CalloutPlace {
    QRect box;
    QPoint tip; ///< of the arrow, on the target's edge
};

/// The first place of a box beside `target`, an arrow's length away, that stays in `room` and covers none of
/// `forbidden`, among which the target need not be. `sizes`: what the box may be like, the preferred one
/// first. nullopt if there is no such place.
std::optional<CalloutPlace> placeCallout(const QRect& target, const std::vector<QSize>& sizes, int arrow,
                                         const QRect& room, const std::vector<QRect>& forbidden);

} // namespace lab
