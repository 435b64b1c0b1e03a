// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks about what a fit has found and nobody has kept, before it would be lost.
#pragma once

#include <functional>

class QWidget;

namespace lab {

/// Calls one of both, or neither if the answer is Cancel.
void askAboutFound(QWidget* window, std::function<void()> keep, std::function<void()> discard);

} // namespace lab
