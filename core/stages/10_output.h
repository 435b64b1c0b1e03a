// SPDX-License-Identifier: GPL-3.0-or-later
//
// the outputs of all heads → concatenation → Y.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// Copies some rows of a head's output (d_v) to its columns in the same rows of the concatenation (H·d_v),
/// where the heads are side by side in order.
void concat(ConstMatrixRef head_output, HeadIndex head, MatrixRef concat);

/// Y = concat·W_O + b_O (d_out), or the concatenation itself if there is no W_O: for some rows, the columns
/// from `column` on.
void output(ConstMatrixRef concat, const Projection& projection, Index column, MatrixRef y);

/// The way back through the concatenation: adds the derivatives by some of its rows to those by the same rows
/// of a head's output.
void concat_backwards(ConstMatrixRef by_concat, HeadIndex head, MatrixRef by_head_output);

/// From derivatives `by` some whole rows of Y as computed: those by the same rows of the concatenation.
void output_backwards(ConstMatrixRef by, const Projection& projection, MatrixRef by_concat);
/// From those by all rows: adds those by some rows of W_O, whose columns of the concatenation are given.
void output_weights_backwards(ConstMatrixRef concat_columns, ConstMatrixRef by, MatrixRef by_weights);

} // namespace lab
