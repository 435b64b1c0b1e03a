// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/keyboard/alt_key.h"

#include <QApplication>
#include <QKeyEvent>
#include <QWidget>

namespace lab {

AltKey::AltKey(QWidget* window) : QObject(window), m_window(*window) {
    qApp->installEventFilter(this); // the widget with the keyboard may keep the key to itself
}

bool AltKey::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride: // what is a shortcut is no key press after that
    case QEvent::KeyPress: {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        const Qt::KeyboardModifiers others = key.modifiers() & ~(Qt::AltModifier | Qt::KeypadModifier);
        // A menu that is open closes by itself.
        const bool isHere = QApplication::activeWindow() == &m_window && !QApplication::activePopupWidget();
        m_isDown = isHere && key.key() == Qt::Key_Alt && others == Qt::NoModifier;
        break;
    }
    case QEvent::KeyRelease: {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (!m_isDown || key.key() != Qt::Key_Alt || key.isAutoRepeat())
            break;
        m_isDown = false;
        emit pressedAlone();
        return true;
    }
    // Alt held while the mouse is used, or to change to another window.
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::Wheel:
    case QEvent::WindowDeactivate:
        m_isDown = false;
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lab
