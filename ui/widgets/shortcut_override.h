// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys that both a widget and the window know something to do with, and whose they are.
#pragma once

#include <QKeyEvent>

namespace lab {

/// Where `event` asks whether Escape is for the widget, says that it is: the window's own would release what
/// is inspected. Called from event(), or from an event filter, of what does something on Escape; true ends
/// the event there.
inline bool takesEscape(QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return false;
    event->accept();
    return true;
}

/// Where `event` asks a line of text for a key that is the window's, says that it is: a line would undo its
/// own letters, where undo belongs to the whole document, and go to its end on the key of figures. True ends
/// the event there.
inline bool leavesToWindow(QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool figure = key->key() == Qt::Key_E && key->modifiers() == Qt::ControlModifier;
    if (!figure && !key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo))
        return false;
    event->ignore();
    return true;
}

} // namespace lab
