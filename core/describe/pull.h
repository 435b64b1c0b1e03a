// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would raise a number, or lower a loss: how strongly, and in which direction, each number of the
// parameters pulls at it.
#pragma once

#include "core/describe/sensitivity.h"
#include "core/engine/backward.h"

#include <map>
#include <optional>
#include <vector>

namespace lab {

/// The partial derivatives of what is to grow: of a computed number, or of minus a loss.
struct Pull {
    Gradients slopes;    ///< in the shapes of parameter(), all finite
    double largest = 0;  ///< of their magnitudes
    ParameterCell where; ///< the first one with that magnitude, if it is not 0
    double length = 0;   ///< of all slopes together, Euclidean
    Index count = 0;     ///< of slopes that are not 0
};

/// nullopt if a slope, or their length, is not finite. A slope that is so small beside the largest that it is
/// only rounding, as of a bias of the keys, which softmax leaves out, becomes 0.
std::optional<Pull> pull_of(Gradients slopes);

/// The strongest numbers, the strongest first, at most `most`, without those whose slope is 0.
std::vector<ParameterCell> strongest(const Pull& pull, std::size_t most);

/// What would raise a cell.
struct PullOfCell {
    CellRef of;
    double value = 0; ///< of the cell
    Pull pull;
    /// Why nothing pulls at the cell; no text if something does. A sentence without a full stop, as all here.
    Said nothing;
    /// Why a parameter does not, for each whose slopes are all 0 although others' are not.
    std::map<ParameterId, Said> none;
    /// The saturated softmax behind the cell, if there is only one softmax.
    std::optional<Saturation> saturation;
};

/// Reads and computes as gradient() does. The experiment must be valid, have tokens, and compute the cell.
PullOfCell pull_of(const Experiment& experiment, const FindKept& kept, const CellRef& of);

} // namespace lab
