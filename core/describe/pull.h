// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would raise a number, or lower a loss: how strongly, and in which direction, each number of the
// parameters pulls at it.
#pragma once

#include "core/describe/sensitivity.h"
#include "core/engine/backward.h"

#include <functional>
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

/// What would lower a loss.
struct PullOfLoss {
    Pull pull;
    Said nothing; ///< that nothing does; no text if something does
};

/// `by` has the derivatives by the parameters that may change. Where nothing is left to gain, they are but
/// what sums are rounded by, and become 0. nullopt as of pull_of().
std::optional<PullOfLoss> pull_of_loss(const Experiment& experiment, const Target& loss, Gradients by);

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

/// Nothing pulls, either, where a parameter that changes by as much as its own numbers would move the cell by
/// no more than rounding does: 10⁻¹² of it, or of the scores behind it where these are larger than 1. Of two
/// keys that are the same, say, each keeps half of the weight.
///
/// Reads and computes as gradient() does. The experiment must be valid, have tokens, and compute the cell.
PullOfCell pull_of(const Experiment& experiment, const FindKept& kept, const CellRef& of);

/// Leaves out the parameters that may not be changed, as in a step of a lesson. Where that leaves nothing,
/// `nothing` says so.
void leave_out(PullOfCell& found, const std::function<bool(ParameterId)>& is_locked);

} // namespace lab
