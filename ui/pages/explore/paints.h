// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be painted on cards.
#pragma once

#include "ui/pages/explore/cell_brush.h"

namespace lab {

/// The custom mask, on the masked scores: hides cells, or shows them.
Paint maskPaint(LabDocument& document);

/// What is added to the scaled scores of the card's head, on their card: that value, or 0 again.
Paint addedPaint(LabDocument& document, const StageCard& card, const std::function<double()>& value);

} // namespace lab
