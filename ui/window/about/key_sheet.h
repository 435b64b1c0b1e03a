// SPDX-License-Identifier: GPL-3.0-or-later
//
// All keys on one sheet, from the tables by which they work.
#pragma once

#include <QList>
#include <QString>

class QAction;
class QWidget;

namespace lab {

class Theme;

/// A group of keys that hold in one place.
struct KeyGroup {
    struct Line {
        QString keys, does;
    };
    QString title;
    QList<Line> lines;
};

/// Those of the window's actions, then those of widgets, place by place.
QList<KeyGroup> keyGroups(const QList<QAction*>& actions);

/// Shows them beside the window; a second time, brings them to the front.
void showKeySheet(QWidget& window, const QList<QAction*>& actions, const Theme& theme);

} // namespace lab
