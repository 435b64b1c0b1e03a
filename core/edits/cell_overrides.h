// SPDX-License-Identifier: GPL-3.0-or-later
//
// Adding and removing overrides of computed cells.
#pragma once

#include "core/experiment/stage.h"

#include <functional>
#include <optional>

namespace lab {

/// The experiment with a cell of a stage overridden by `value`, finite or −∞. The stage must be computed and
/// contain the cell.
Experiment with_override(const Experiment& experiment, const CellRef& cell, double value);
/// The same with a cell's override removed.
Experiment without_override(const Experiment& experiment, const CellRef& cell);
/// The same with all overrides removed.
Experiment without_overrides(const Experiment& experiment);

/// The overrides at their new places: `along` says where an index of an axis is now. Those that are nowhere
/// are dropped.
std::vector<Override> moved_overrides(std::vector<Override> overrides,
                                      const std::function<std::optional<Index>(Axis, Index)>& along);

} // namespace lab
