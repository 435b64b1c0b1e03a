// SPDX-License-Identifier: GPL-3.0-or-later
//
// Identifies the widget of an event in a way that remains valid when earlier events are removed.
#pragma once

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace lab::test {

struct Target {
    QString type;  ///< class name. For a viewport, that of its scroll area
    QString name;  ///< its text or name
    int which = 0; ///< index among widgets with the same class and name
};

/// The widget that currently receives events: an open popup, the front dialog, or `window`.
QWidget& frontOf(QWidget& window);
/// The visible and enabled widgets by class. A scroll area is represented by its viewport.
std::vector<std::vector<QWidget*>> usableByClass(const QWidget& front);
Target describe(const QWidget& front, const QWidget* widget);
/// Falls back to another widget of the class if the name is not found. Returns nullptr if there is none.
QWidget* find(const QWidget& front, const Target& target);

} // namespace lab::test
