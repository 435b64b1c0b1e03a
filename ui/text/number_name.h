// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers in words.
#pragma once

#include "core/number_format.h"

#include <QString>

namespace lab {

/// A number in the name of a step to undo: every digit, with a real minus sign.
inline QString numberName(double number) {
    return QString::fromStdString(shortest(number)).replace(QLatin1Char('-'), QChar(0x2212));
}

/// A number to seven digits, as people read it.
inline QString briefNumber(double number) {
    return QString::fromStdString(brief(number));
}

} // namespace lab
