// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a screen reader says of its own accord, when something appears that the keyboard is not on.
#pragma once

#include <QString>

class QWidget;

namespace lab {

/// Has a text said once, after what is being said. Nothing happens while no assistive technology is there,
/// and for an empty text. `from`: any widget of the window that it is about.
void announce(QWidget& from, const QString& text);

} // namespace lab
