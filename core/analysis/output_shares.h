// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which part of the output comes from which head. The output is the sum of what each head brings through its
// rows of W_O, and of the bias:
//
//   Y = Σ_h Z_h W_O^(h) + b_O
//
// (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits": heads add.) Without W_O a head
// brings its Z_h in the columns that are its own. Z_h are the head's columns of `concat` as the output reads
// it, cells fixed by hand included.
#pragma once

#include "core/experiment.h"

#include <vector>

namespace lab {

/// How far each part goes along the direction of a token's output: their sum is the output's length ‖Y_i‖. 0
/// where the output is 0, which has no direction.
struct OutputShares {
    Matrix heads;                   ///< (n_q, H); signed
    std::vector<double> bias;       ///< n_q; empty without b_O
    std::vector<double> overridden; ///< n_q: what cells of the output that are fixed by hand add; else empty
    std::vector<double> lengths;    ///< n_q, ‖Y_i‖
};

/// `concat` (n_q, H·d_v) and `output` (n_q, d_out) are those of the experiment, which has tokens.
OutputShares output_shares(const Experiment& experiment, const Matrix& concat, const Matrix& output);

/// What a head brings, Z_h W_O^(h): (n_q, d_out).
Matrix head_share(const Experiment& experiment, const Matrix& concat, HeadIndex head);

/// What cells of the output that are fixed by hand add to the sum of all heads and the bias: (n_q, d_out), 0
/// in every other cell.
Matrix overridden_share(const Experiment& experiment, const Matrix& concat, const Matrix& output);

} // namespace lab
