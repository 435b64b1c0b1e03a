// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTest>
#include <QWheelEvent>
#include <QWidget>

namespace lab::test {

/// Sends what the window system would: what a widget ignores goes on to its parents. Events that a program
/// sends itself do not.
inline void send_from_system(QObject& target, QWheelEvent& turned) {
    QSpontaneKeyEvent::setSpontaneous(&turned);
    qApp->notify(&target, &turned);
}

/// Turns the wheel over a place of a widget.
inline void turn_wheel(QWidget& widget, QPointF at, QPoint angle,
                       Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent turned(at, widget.mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                       false);
    send_from_system(widget, turned);
}

} // namespace lab::test
