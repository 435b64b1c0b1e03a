// SPDX-License-Identifier: GPL-3.0-or-later
//
// Masks painted by hand, cells fixed by hand, and which rule hides what.
#pragma once

#include "core/stage.h"

#include <vector>

namespace lab {

/// The experiment with cells of the custom mask, (n_q, n_k), visible or hidden by it. A mask that hides
/// nothing any more goes.
Experiment with_visibility(const Experiment& experiment, const Block& cells, bool visible);

enum class MaskRule { causal, window, padding, custom };

/// Which rules of the mask hide a key from a query; none where it is visible to all of them.
std::vector<MaskRule> hiding_rules(const Mask& mask, TokenIndex query, TokenIndex key);

/// The experiment with a computed cell fixed, in place of what it was fixed to before. The cell must exist;
/// the value is finite or −∞.
Experiment with_override(const Experiment& experiment, const CellRef& cell, double value);
/// The experiment with that cell as it is computed.
Experiment without_override(const Experiment& experiment, const CellRef& cell);
/// What a cell is fixed to; nothing where it is computed.
std::optional<double> override_of(const Experiment& experiment, const CellRef& cell);

} // namespace lab
