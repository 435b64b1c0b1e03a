// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace lab {

/// The width of a widget whose parts are arranged for it. Until it has one, they are arranged as in a wide
/// window, which most are: otherwise its height would change when it is first shown, and all of the window
/// with it.
inline int expectedWidth(const QWidget& widget) {
    return widget.testAttribute(Qt::WA_Resized) ? widget.width() : QWIDGETSIZE_MAX;
}

} // namespace lab
