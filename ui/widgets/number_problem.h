// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks a text that was typed as a number.
#pragma once

#include <QString>

namespace lab {

/// Why a text is not a number that the program accepts; empty if it is one, or arithmetic that gives one
/// (core/base/number_format.h).
QString numberProblem(const QString& text);

} // namespace lab
