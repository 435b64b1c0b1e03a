// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shares of the output as a table with a row for each token and a column for each part, for screen readers
// and for tests.
#pragma once

namespace lab {

/// Makes every ShareBarsPlot an accessible table. May be called any number of times.
void installShareBarsAccessibility();

} // namespace lab
