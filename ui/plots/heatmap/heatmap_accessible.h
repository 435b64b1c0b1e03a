// SPDX-License-Identifier: GPL-3.0-or-later
//
// A heatmap as a table, for screen readers and for tests that read what is shown.
#pragma once

namespace lab {

/// Makes every MatrixHeatmap an accessible table. May be called any number of times.
void installHeatmapAccessibility();

} // namespace lab
