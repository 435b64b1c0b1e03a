// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colours that heads are told apart by.
#pragma once

#include "core/types.h"

#include <QColor>

namespace lab {

/// Eight colours of Okabe and Ito, which can be told apart without seeing red and green apart, and again from
/// the first on. Never the only sign of a head: its number stands beside it.
QColor headColour(HeadIndex head);

/// The same for what is thin: on `background` darker, or lighter where that is dark, as far as it takes to be
/// seen there.
QColor headInk(HeadIndex head, const QColor& background);

/// The same for what is filled: black, which is one of the eight, lighter where the background is dark.
QColor headFill(HeadIndex head, const QColor& background);

} // namespace lab
