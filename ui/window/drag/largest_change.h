// SPDX-License-Identifier: GPL-3.0-or-later
//
// A one-line summary of what an edit changes.
#pragma once

#include "ui/document/computation.h"

#include <QString>

#include <optional>

namespace lab {

class LabDocument;

/// The largest change of the shown head's weights while a number is dragged: "“sky” → “blue” 0.31 → 0.34". If
/// no weight changes, the largest change of the output. Empty if nothing changes, or nothing is dragged.
/// `query`: that is pointed at meanwhile, whose changes go first.
QString largestChange(LabDocument& document, HeadIndex head, std::optional<TokenIndex> query = {});
/// The largest change since the stages were `before`; see LabDocument::edited().
QString largestChange(LabDocument& document, HeadIndex head, const Computation::Views& before);

} // namespace lab
