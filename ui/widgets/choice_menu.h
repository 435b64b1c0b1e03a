// SPDX-License-Identifier: GPL-3.0-or-later
//
// A menu for choosing one of a few values.
#pragma once

#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <iterator>

namespace lab {

/// `text(value)` is an entry's text, `hint(value)` its tooltip. `chosen(value)` is called when the user picks
/// it. Entries are in the order of `values`.
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
