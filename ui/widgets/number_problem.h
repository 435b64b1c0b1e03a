// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with a text that somebody typed as a number.
#pragma once

#include <QString>

namespace lab {

/// Why a text is no number that the program takes, in words; empty where it is one.
QString numberProblem(const QString& text);

} // namespace lab
