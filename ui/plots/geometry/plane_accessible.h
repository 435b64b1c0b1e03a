// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plane as a table of its tips, for screen readers and for tests that read what is shown.
#pragma once

namespace lab {

class PlanePlot;

/// Makes every PlanePlot an accessible table. May be called any number of times.
void installPlaneAccessibility();

/// Tells assistive technology that the keyboard's cursor has reached another tip.
void notifyTipReached(PlanePlot& plot);

} // namespace lab
