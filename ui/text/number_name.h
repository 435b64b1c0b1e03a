// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formats numbers for texts, and knows −∞ when it is typed.
#pragma once

#include "core/base/number_format.h"

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

/// The same, small numbers without an "e": "0.000001", "10⁻¹²".
inline QString writtenNumber(double number) {
    return QString::fromStdString(written(number));
}

/// Whether a text means −∞: "-inf", "-Infinity", "−∞".
inline bool isMinusInfinity(const QString& text) {
    QString plain = text.trimmed().toLower();
    plain.replace(QChar(0x2212), QLatin1Char('-'));
    return plain == QLatin1String("-inf") || plain == QLatin1String("-infinity") ||
           plain == QStringLiteral("-∞");
}

} // namespace lab
