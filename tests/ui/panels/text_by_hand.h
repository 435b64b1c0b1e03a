// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every way to insert a whole text into a field.
#pragma once

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QInputMethodEvent>
#include <QMenu>
#include <QMimeData>
#include <QTest>

#include <algorithm>
#include <functional>
#include <vector>

namespace lab::test {

/// The widget that receives the field's mouse and input method events.
inline QWidget* inside(QWidget* field) {
    auto* area = qobject_cast<QAbstractScrollArea*>(field);
    return area ? area->viewport() : field;
}

using Way = std::function<void(QWidget* field, const QString& text)>;

inline void by_key(QWidget* field, const QString& text) {
    QGuiApplication::clipboard()->setText(text);
    QKeyEvent press(QEvent::KeyPress, Qt::Key_V, Qt::ControlModifier);
    QApplication::sendEvent(field, &press);
}

inline void by_menu(QWidget* field, const QString& text) {
    QGuiApplication::clipboard()->setText(text);
    QContextMenuEvent asks(QContextMenuEvent::Mouse, QPoint(3, 3), inside(field)->mapToGlobal(QPoint(3, 3)));
    QApplication::sendEvent(inside(field), &asks);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    const QList<QAction*> actions = menu->actions();
    const auto paste =
        std::ranges::find_if(actions, [](const QAction* each) { return each->text().startsWith("&Paste"); });
    QVERIFY(paste != actions.end());
    menu->close(); // closes first, as when an entry is clicked
    (*paste)->trigger();
}

inline void by_drop(QWidget* field, const QString& text) {
    QMimeData data;
    data.setText(text);
    // A drop is only delivered after the drag has entered.
    QDragEnterEvent enter(QPoint(3, 3), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(inside(field), &enter);
    QDropEvent drop(QPointF(3, 3), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(inside(field), &drop);
}

inline void by_input_method(QWidget* field, const QString& text) {
    QInputMethodEvent commits;
    commits.setCommitString(text);
    QApplication::sendEvent(field, &commits);
}

inline const std::vector<std::pair<const char*, Way>>& ways() {
    static const std::vector<std::pair<const char*, Way>> all{
        {"key", by_key}, {"menu", by_menu}, {"drop", by_drop}, {"input method", by_input_method}};
    return all;
}

} // namespace lab::test
