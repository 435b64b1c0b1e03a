// SPDX-License-Identifier: GPL-3.0-or-later
//
// What keys do in the whole window that has nothing to do with what it shows: they open its menu, or the one
// of what has the keyboard, and go from area to area.
#pragma once

#include "ui/window/keyboard/areas.h"

#include <vector>

class QWidget;

namespace lab {

class Actions;

/// Connects these actions of `window`, and the Alt key with ActionId::menu.
void connectKeyboard(QWidget& window, const Actions& actions, std::vector<Areas::Area> areas,
                     const Theme& theme);

} // namespace lab
