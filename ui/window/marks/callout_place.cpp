// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/marks/callout_place.h"

#include <algorithm>

namespace lab {

namespace {

constexpr int slides = 12; // places tried along each side of the target

/// A box with its arrow, `slide` of the way along a side of the target: 0 right, 1 below, 2 above, 3 left.
CalloutPlace besideTarget(const QRect& target, QSize size, int arrow, int side, double slide) {
    const bool upright = side == 0 || side == 3; // the box slides up and down
    const int length = upright ? target.height() : target.width();
    const int extent = upright ? size.height() : size.width();
    // From where both begin together to where both end together.
    const int offset = static_cast<int>(slide * (length - extent));
    QRect box(target.topLeft(), size);
    if (upright)
        box.moveTop(target.top() + offset);
    else
        box.moveLeft(target.left() + offset);
    switch (side) {
    case 0:
        box.moveLeft(target.right() + 1 + arrow);
        break;
    case 1:
        box.moveTop(target.bottom() + 1 + arrow);
        break;
    case 2:
        box.moveBottom(target.top() - 1 - arrow);
        break;
    default:
        box.moveRight(target.left() - 1 - arrow);
    }
    const QPoint middle = box.intersected(upright ? QRect(box.left(), target.top(), box.width(), length)
                                                  : QRect(target.left(), box.top(), length, box.height()))
                              .center();
    const QPoint tip(std::clamp(middle.x(), target.left(), target.right()),
                     std::clamp(middle.y(), target.top(), target.bottom()));
    return {box, tip};
}

} // namespace

std::optional<CalloutPlace> placeCallout(const QRect& target, const std::vector<QSize>& sizes, int arrow,
                                         const QRect& room, const std::vector<QRect>& forbidden) {
    for (int side = 0; side < 4; ++side) {
        for (const QSize& size : sizes) {
            for (int slide = 0; slide <= slides; ++slide) {
                const CalloutPlace place =
                    besideTarget(target, size, arrow, side, static_cast<double>(slide) / slides);
                const auto covers = [&](const QRect& each) { return each.intersects(place.box); };
                if (room.contains(place.box) && std::ranges::none_of(forbidden, covers))
                    return place;
            }
        }
    }
    return std::nullopt;
}

} // namespace lab
