// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace lab::test {

/// Drops it on the middle of a widget, as the platform does. False if it is not accepted.
inline bool drop_data(QWidget* on, const QMimeData& data) {
    const QPoint place = on->rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(on, &enter);
    if (!enter.isAccepted())
        return false;
    QDragMoveEvent move(place, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(on, &move);
    QDropEvent event(place, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(on, &event);
    return event.isAccepted();
}

/// The same with a file's name.
inline bool drop_file(QWidget* on, const QString& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    return drop_data(on, data);
}

} // namespace lab::test
