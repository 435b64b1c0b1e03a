// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plane as a table of its tips, for screen readers and for tests that read what is shown.
#pragma once

namespace lab {

/// Makes every PlanePlot an accessible table. May be called any number of times.
void installPlaneAccessibility();

} // namespace lab
