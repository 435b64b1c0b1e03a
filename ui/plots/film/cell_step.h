// SPDX-License-Identifier: GPL-3.0-or-later
//
// The step of the film that computes one cell, for code that says in one line how a number
// was computed.
#pragma once

#include "core/describe/operands.h"
#include "core/film/film.h"

#include <optional>

namespace lab {

/// nullopt if no scene has the cell: the document is empty, does not compute its stage, or the cell is what a
/// sink takes.
std::optional<FilmStep> stepOf(const Experiment& experiment, const CellRef& cell);

} // namespace lab
