// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTest>
#include <QWheelEvent>
#include <QWidget>

namespace lab::test {

/// Turns the wheel over a place of a widget as the window system does: what the widget ignores goes on to its
/// parents. Events that a program sends itself do not.
inline void turn_wheel(QWidget& widget, QPointF at, QPoint angle) {
    QWheelEvent turned(at, widget.mapToGlobal(at), {}, angle, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                       false);
    QSpontaneKeyEvent::setSpontaneous(&turned);
    qApp->notify(&widget, &turned);
}

} // namespace lab::test
