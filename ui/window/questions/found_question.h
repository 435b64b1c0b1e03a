// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks about what a fit has found and nobody has kept, before it would be lost.
#pragma once

#include <functional>

class QWidget;

namespace lab {

class FitPreview;

/// Keeps it, or not, and calls `goOn`; neither if the answer is Cancel. The fit must outlive the window.
void askAboutFound(FitPreview& fit, QWidget* window, std::function<void()> goOn);

} // namespace lab
