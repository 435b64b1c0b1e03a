// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an edit under the hand does, in one line.
#pragma once

#include "core/types.h"

#include <QString>

namespace lab {

class LabDocument;

/// The largest change of the shown head's weights while a number is dragged: "“sky” → “blue” 0.31 → 0.34".
/// Where no weight moves, the largest change of the output. Empty where nothing moves, or nothing is dragged.
QString largestChange(LabDocument& document, HeadIndex head);

} // namespace lab
