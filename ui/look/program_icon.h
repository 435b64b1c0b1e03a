// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program's icon, from the file that is installed for menus, too.
#pragma once

#include <QIcon>

namespace lab {

/// In the sizes that desktops show of a window.
QIcon programIcon();

} // namespace lab
