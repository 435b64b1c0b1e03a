// SPDX-License-Identifier: GPL-3.0-or-later
//
// Clicks entries of open menus.
#pragma once

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QTest>

namespace lab::test {

/// Moves the pointer along the entry to its centre and returns the centre, in the menu. From Qt 6.8 on, a
/// menu ignores a click unless the pointer has moved before, or is some way from where it was when the menu
/// opened. Nothing else that is pending happens meanwhile, as it would with QTest::mouseMove().
inline QPoint move_to_entry(QMenu& menu, QAction* entry) {
    constexpr int moves = 8; // a menu takes up to six for a hand that trembles
    const QPoint centre = menu.actionGeometry(entry).center();
    for (int left = moves - 1; left >= 0; --left) {
        const QPointF at = centre - QPoint(left, 0);
        QMouseEvent event(QEvent::MouseMove, at, menu.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(&menu, &event);
    }
    return centre;
}

inline void click_entry(QMenu& menu, QAction* entry) {
    QTest::mouseClick(&menu, Qt::LeftButton, {}, move_to_entry(menu, entry));
}

} // namespace lab::test
