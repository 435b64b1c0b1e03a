// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drag/gesture_end.h"

#include "ui/keys/taken_gesture.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWidget>

#include <utility>

namespace lab {

namespace {

/// The other buttons drag nothing.
bool drags(Qt::MouseButton button) {
    return button == Qt::LeftButton || button == Qt::MiddleButton;
}

} // namespace

GestureEnd::GestureEnd(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

bool GestureEnd::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        // A widget that ignores it passes it on to its parent, which comes here as well.
        if (const auto button = static_cast<QMouseEvent*>(event)->button();
            drags(button) && watched->isWidgetType()) {
            m_pressed = static_cast<QWidget*>(watched);
            m_button = button;
            m_ends = false;
        }
        break;
    case QEvent::MouseMove:
        if (m_ends)
            end();
        break;
    case QEvent::MouseButtonRelease:
        if (static_cast<QMouseEvent*>(event)->button() == m_button && watched->isWidgetType())
            m_pressed.clear();
        break;
    case QEvent::Hide:
    case QEvent::ParentChange:
    case QEvent::WindowDeactivate:
        if (!m_pressed || !watched->isWidgetType() || m_ends)
            break;
        if (auto* widget = static_cast<QWidget*>(watched);
            widget == m_pressed || widget->isAncestorOf(m_pressed)) {
            // Later: this may happen while a change of the document is being announced.
            m_ends = true;
            QMetaObject::invokeMethod(this, &GestureEnd::end, Qt::QueuedConnection);
        }
        break;
    default:
        break;
    }
    return false;
}

void GestureEnd::end() {
    if (!std::exchange(m_ends, false))
        return;
    const QPointer<QWidget> pressed = std::exchange(m_pressed, nullptr);
    if (!pressed)
        return;
    QMouseEvent release(QEvent::MouseButtonRelease, nowhere, nowhere, m_button, Qt::NoButton, {});
    QCoreApplication::sendEvent(pressed, &release);
}

} // namespace lab
