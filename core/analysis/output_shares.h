// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much each head contributes to the output, which is the sum of each head's contribution through its rows
// of W_O, and of the bias:
//
//   Y = Σ_h Z_h W_O^(h) + b_O
//
// (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits": heads add.) Without W_O a head
// contributes its Z_h to its own columns. Z_h are the head's columns of `concat` as the output reads it,
// overridden cells included.
#pragma once

#include "core/experiment/experiment.h"

#include <vector>

namespace lab {

/// The projection of each part onto the direction of a token's output. The parts sum to the output's length
/// ‖Y_i‖. They are 0 if the output is 0, which has no direction.
struct OutputShares {
    Matrix heads;                   ///< (n_q, H); signed
    std::vector<double> bias;       ///< n_q; empty without b_O
    std::vector<double> overridden; ///< n_q: added by overridden cells of the output; empty without any
    std::vector<double> lengths;    ///< n_q, ‖Y_i‖
};

/// `concat` (n_q, H·d_v) and `output` (n_q, d_out) must be those of the experiment, which must have tokens.
OutputShares output_shares(const Experiment& experiment, const Matrix& concat, const Matrix& output);

/// A head's contribution, Z_h W_O^(h): (n_q, d_out).
Matrix head_share(const Experiment& experiment, const Matrix& concat, HeadIndex head);

/// What overridden cells of the output add to the sum of all heads and the bias: (n_q, d_out), 0 in every
/// other cell.
Matrix overridden_share(const Experiment& experiment, const Matrix& concat, const Matrix& output);

} // namespace lab
