// SPDX-License-Identifier: GPL-3.0-or-later
//
// Escape where it is about a widget, and not about what is held: the window's own Escape would release it.
#pragma once

#include <QKeyEvent>

namespace lab {

/// Where `event` asks whether Escape is for the widget, says that it is. Called from event(), or from an
/// event filter, of what does something on Escape; true ends the event there.
inline bool takesEscape(QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return false;
    event->accept();
    return true;
}

} // namespace lab
