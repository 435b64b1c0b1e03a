// SPDX-License-Identifier: GPL-3.0-or-later
//
// A heatmap as a table, for screen readers and for tests that read what is shown.
#pragma once

namespace lab {

class MatrixHeatmap;

/// Makes every MatrixHeatmap an accessible table. May be called any number of times.
void installHeatmapAccessibility();

/// Tells assistive technology that the cell cursor moved.
void notifyCursorMoved(MatrixHeatmap& heatmap);

} // namespace lab
