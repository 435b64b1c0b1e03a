// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/keyboard/keyboard_actions.h"

#include "ui/window/keyboard/alt_key.h"
#include "ui/window/menu/actions.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QWidget>

#include <utility>

namespace lab {

namespace {

/// What the Menu key does, which not every keyboard has.
void openContextMenu(const QWidget& window) {
    QWidget* focused = window.focusWidget();
    if (!focused)
        return;
    const QPoint middle = focused->rect().center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, middle, focused->mapToGlobal(middle));
    QApplication::sendEvent(focused, &event);
}

} // namespace

void connectKeyboard(QWidget& window, const Actions& actions, std::vector<Areas::Area> areas,
                     const Theme& theme) {
    auto* keyboard = new Areas(std::move(areas), theme, &window);
    QObject::connect(&actions[ActionId::next_area], &QAction::triggered, keyboard,
                     [keyboard] { keyboard->go(1); });
    QObject::connect(&actions[ActionId::previous_area], &QAction::triggered, keyboard,
                     [keyboard] { keyboard->go(-1); });
    QObject::connect(&actions[ActionId::context_menu], &QAction::triggered, &window,
                     [&window] { openContextMenu(window); });
    // Which does nothing while it is disabled.
    QObject::connect(new AltKey(&window), &AltKey::pressedAlone, &actions[ActionId::menu], &QAction::trigger);
}

} // namespace lab
