// SPDX-License-Identifier: GPL-3.0-or-later
//
// The outline of cells that are not a rectangle.
#pragma once

#include "core/base/types.h"

#include <QLineF>

#include <vector>

namespace lab {

/// The edges between these cells and all others, from corner to corner: x counts columns and y rows, as
/// stored. The blocks are those of CellSet::blocks(): from top to bottom, none beside another without a cell
/// between them.
std::vector<QLineF> outlineOf(const std::vector<Block>& blocks);

} // namespace lab
