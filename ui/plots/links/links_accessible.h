// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links as a table with a row for each query and a column for each key, for screen readers and for tests.
#pragma once

namespace lab {

/// Makes every LinksPlot an accessible table. May be called any number of times.
void installLinksAccessibility();

} // namespace lab
