// SPDX-License-Identifier: GPL-3.0-or-later
//
// What lies in a window where a text is to float over it.
#pragma once

#include <QRect>

#include <functional>
#include <vector>

class QWidget;

namespace lab {

struct Surroundings {
    std::vector<QRect> controls; ///< what can be pressed, typed into or chosen, and texts
    std::vector<QRect> figures;  ///< matrices, tables and drawings, with the names beside their numbers
};

/// The surroundings of marks: everything in sight in `over`, in its coordinates. `isOwn` tells the floating
/// widgets that are not surroundings.
Surroundings surroundingsIn(const QWidget& over, const std::function<bool(const QWidget&)>& isOwn);

/// What is in sight of a widget, or of a part of it, in the coordinates of `over`, which contains it.
QRect inSight(const QWidget& widget, const QRect& part, const QWidget& over);

} // namespace lab
