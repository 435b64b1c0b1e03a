// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formats numbers for texts.
#pragma once

#include "core/number_format.h"

#include <QString>

namespace lab {

/// A number for an undo text: every digit, with a real minus sign (U+2212).
inline QString numberName(double number) {
    return QString::fromStdString(shortest(number)).replace(QLatin1Char('-'), QChar(0x2212));
}

/// A number to seven significant digits, for display.
inline QString briefNumber(double number) {
    return QString::fromStdString(brief(number));
}

} // namespace lab
