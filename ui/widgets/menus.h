// SPDX-License-Identifier: GPL-3.0-or-later
//
// What menus have in common.
#pragma once

#include <QActionGroup>
#include <QMenu>
#include <QString>

#include <algorithm>
#include <iterator>

namespace lab {

/// A menu entry with `note` in the shortcut column. `text` is arbitrary, so ampersands in it are escaped.
inline QString menuEntry(const QString& text, const QString& note) {
    return QString(text + QLatin1Char('\t') + note)
        .replace(QLatin1Char('&'), QStringLiteral("&&")); // no mnemonics
}

/// Shows the tooltips of the menu's entries under the menu. At the pointer, as Qt shows them, a long one
/// covers the next entries.
void showTipsUnder(QMenu& menu);

/// A menu for choosing one of a few values. `text(value)` is an entry's text, `hint(value)` its tooltip.
/// `chosen(value)` is called when the user picks it. Entries are in the order of `values`.
template<class Values, class Text, class Hint, class Chosen>
QMenu* choiceMenu(QWidget* parent, const Values& values, Text text, Hint hint, Chosen chosen) {
    auto* menu = new QMenu(parent);
    menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(menu);
    for (const auto value : values) {
        QAction* action = menu->addAction(text(value));
        action->setToolTip(hint(value));
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, menu, [chosen, value] { chosen(value); });
    }
    return menu;
}

/// Checks the entry of `value`, which must be one of `values`.
template<class Values, class T>
void checkChoice(const QMenu& menu, const Values& values, T value) {
    const auto which = std::ranges::find(values, value) - std::begin(values);
    menu.actions()[which]->setChecked(true);
}

} // namespace lab
