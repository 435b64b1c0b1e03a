// SPDX-License-Identifier: GPL-3.0-or-later
//
// attention weights → weights after dropout.
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/stage.h"

namespace lab {

/// The random number that decides about a weight.
struct DropoutDraw {
    double number = 0;    ///< u, in [0, 1)
    double threshold = 1; ///< 1 − p: the weight is kept if u is below it
    bool is_kept() const { return number < threshold; }
};

/// Dropout with p = `dropout.rate` (Srivastava et al. 2014, "Dropout: A Simple Way to Prevent Neural Networks
/// from Overfitting", in the form that divides while dropping): a weight becomes weight / (1 − p) with
/// probability 1 − p, else 0, even if it is not a number. Draws what torch.nn.functional.dropout draws for
/// the H × n_q × n_k weights after torch.manual_seed(dropout.seed), one number a weight, head by head and row
/// by row. Computes the cells `at` of (n_q, n_k); `weights` are the same cells of a head's weights.
void dropped_weights(ConstMatrixRef weights, const Dropout& dropout, const Dimensions& dimensions,
                     HeadIndex head, const Block& at, MatrixRef dropped);

/// The way back: `by` are derivatives by the cells `at` as computed, `through` becomes those by the same
/// weights: divided by 1 − p as the weight is if that was kept, and 0 if it was dropped.
void dropped_weights_backwards(ConstMatrixRef by, const Dropout& dropout, const Dimensions& dimensions,
                               HeadIndex head, const Block& at, MatrixRef through);

/// What was drawn for a cell of the stage dropped_weights.
DropoutDraw draw_of(const Dropout& dropout, const Dimensions& dimensions, const CellRef& cell);

/// Whether the cell is a weight after dropout that was drawn to be 0.
bool is_dropped(const Experiment& experiment, const CellRef& cell);

/// 1 where a weight of a head is kept and 0 where it is dropped, for the cells `at`.
Matrix kept_weights(const Dropout& dropout, const Dimensions& dimensions, HeadIndex head, const Block& at);

} // namespace lab
