// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which widget an event is for, in words that still mean something when events before it are left out.
#pragma once

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace lab::test {

struct Target {
    QString type;  ///< its class, or of a viewport that of its scroll area
    QString name;  ///< what it says or is called
    int which = 0; ///< among those of that class and name
};

/// Where events go now: an open popup, the dialog in front, or `window`.
QWidget& frontOf(QWidget& window);
/// What can be seen and used in a window, by class; a scroll area stands there as its viewport.
std::vector<std::vector<QWidget*>> usableByClass(const QWidget& front);
Target describe(const QWidget& front, const QWidget* widget);
/// Where nothing of that name is there, another one of the class; nullptr where there is none.
QWidget* find(const QWidget& front, const Target& target);

} // namespace lab::test
