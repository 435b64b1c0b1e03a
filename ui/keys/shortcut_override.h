// SPDX-License-Identifier: GPL-3.0-or-later
//
// Resolves keys that both a widget and the window handle.
#pragma once

#include <QKeyEvent>

namespace lab {

/// Accepts `event` if it is the shortcut override for Escape. Otherwise the window's Escape shortcut would
/// stop inspecting. Call it from event() or an event filter of a widget that handles Escape. True means that
/// the event is handled.
inline bool takesEscape(QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return false;
    event->accept();
    return true;
}

/// Ignores `event` if it is the shortcut override for a key of the window. Otherwise a line edit would undo
/// its own typing, while undo belongs to the whole document, or move to the end of the line on Ctrl+E, the
/// key for figures. True means that the event is handled.
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
