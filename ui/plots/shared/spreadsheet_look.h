// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the numbers of a document look in a spreadsheet: its colours, on a white ground, and its decimals.
#pragma once

#include "core/experiment/experiment.h"
#include "core/spreadsheet/sheet_look.h"

namespace lab {

/// A spreadsheet has scales of three colours, so that a palette is its ends and its middle. Weights on a
/// logarithmic scale are coloured up to the largest.
SheetLook spreadsheetLook(const Experiment& experiment);

} // namespace lab
