// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a screen reader says of its own accord, when something appears that the keyboard is not on.
#pragma once

#include <QString>

class QWidget;

namespace lab {

/// Has a text said once, as soon as what is going on is over. A later text from the same widget takes the
/// place of one that is not said yet. Nothing happens while no assistive technology is there, and for an
/// empty text. `from`: the widget that shows it, or the window.
void announce(QWidget& from, const QString& text);

} // namespace lab
