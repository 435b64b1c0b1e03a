// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the tooltips of a menu are shown.
#pragma once

class QMenu;

namespace lab {

/// Shows the tooltips of the menu's entries under the menu. At the pointer, as Qt shows them, a long one
/// covers the next entries.
void showTipsUnder(QMenu& menu);

} // namespace lab
