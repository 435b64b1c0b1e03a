// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks before all preferences are restored.
#pragma once

#include <functional>

class QWidget;

namespace lab {

void askAboutDefaults(QWidget* window, std::function<void()> restore);

} // namespace lab
