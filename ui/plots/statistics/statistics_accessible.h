// SPDX-License-Identifier: GPL-3.0-or-later
//
// The statistics as a table with a row for each stage, for screen readers and for tests.
#pragma once

namespace lab {

/// Makes every StatisticsPlot an accessible table. May be called any number of times.
void installStatisticsAccessibility();

} // namespace lab
