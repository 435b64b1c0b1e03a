// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of Qt's that can be edited, as the same kind of accessible table as those that we draw. Qt's own
// cannot be given the keyboard by assistive technology.
#pragma once

namespace lab {

/// Makes every QTableView an accessible table. May be called any number of times.
void installGridAccessibility();

} // namespace lab
