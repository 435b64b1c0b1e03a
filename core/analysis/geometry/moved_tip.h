// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moves the tip of one vector by the least change of something that it is computed from.
#pragma once

#include "core/engine/trace.h"
#include "core/experiment/change.h"
#include "core/experiment/said.h"

#include <optional>
#include <variant>
#include <vector>

namespace lab {

/// What gives way when a tip is moved. "Least" is the Euclidean length of a change of numbers, for a matrix
/// the Frobenius norm.
enum class GivesWay {
    /// The vector of the token's word, wherever it stands, with its queries, keys and values; where inputs
    /// are given by row, that row of X or X_source. Positions stay.
    word,
    /// The head's columns of W_Q, W_K or W_V: all other tokens' vectors move with it, and those of the heads
    /// that share the columns.
    weights,
    /// The given row of Q, K or V, of the head or its group. For an output V: all rows that it attends to.
    given,
    /// Nothing else: cells of the stage are overridden, those whose number changes.
    vector,
};

/// A tip is a row of `queries`, `keys`, `values` or `head_outputs` of a head, as later stages see it.
using Tip = StageRow;

/// What may give way, in the order in which it is offered; the first is the one to begin with: for a word
/// that stands several times in the sentences the weights, if there are any. The tip must exist.
std::vector<GivesWay> ways_to_move(const Experiment& experiment, const Tip& tip);

/// Why the tip cannot be moved in this way at all, a sentence without a full stop; nullopt if it can. Reads
/// what `kept` finds and computes the rest. The experiment must be valid and have tokens.
std::optional<Said> why_fixed(const Experiment& experiment, const FindKept& kept, const Tip& tip,
                              GivesWay way);

/// What changes in the experiment when it is moved in this way, which must be one of ways_to_move(): the same
/// at each step of a drag.
Change change_of_move(const Experiment& experiment, const Tip& tip, GivesWay way);

struct MovedTip {
    Experiment experiment;
    Change change;     ///< change_of_move()
    RowVector arrived; ///< where the tip is now: the row of the stage in the new experiment
    /// Why the tip is not where it was wanted but at the nearest place it can reach; no text if it is there,
    /// within 1e−9 of the largest number involved. A sentence without a full stop.
    Said remark;
};

/// Moves the tip to `wanted` (d_k or d_v finite numbers, as the stage holds them) by the least change of what
/// gives way, or to the nearest point that can be reached. Otherwise says why not, as why_fixed() does, or
/// that numbers would become too large.
///
/// A pure function, called at each step of a drag: pass the experiment as it was when the drag began, so that
/// the way does not matter and going back restores every bit.
///
///   word     The least change of the token's input through W (or through the head's columns of X, for
///            `identity`), by a complete orthogonal decomposition. With less than full rank, the nearest
///            point.
///   weights  ΔW = xᵀδ/|x|² for the token's input x, δ being what the projected row has to move by. For an
///            output, x is the average of the inputs by the weights, which stay.
///   given    The row moves by δ; for an output, row j of V by a_j·δ/Σa².
///
/// Rotary positions are turned back first. With a norm of queries and keys, the row moves to where its norm
/// is nearest to what is wanted, and of the rows with that norm to the nearest one: see reach.h. Overridden
/// cells stay as they are, of the inputs, too: the others go as near as they can.
std::variant<MovedTip, Said> moved_tip(const Experiment& experiment, const FindKept& kept, const Tip& tip,
                                       GivesWay way, const RowVector& wanted);

} // namespace lab
