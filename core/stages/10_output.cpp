// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/10_output.h"

#include "core/base/product.h"
#include "core/base/slope_product.h"

namespace lab {

void concat(ConstMatrixRef head_output, HeadIndex head, MatrixRef concat) {
    concat.middleCols(head * head_output.cols(), head_output.cols()) = head_output;
}

void output(ConstMatrixRef concat, const Projection& projection, Index column, MatrixRef y) {
    if (!projection.W_O) {
        y = concat.middleCols(column, y.cols());
        return;
    }
    multiply(concat, projection.W_O->middleCols(column, y.cols()), y);
    if (projection.b_O)
        y.rowwise() += projection.b_O->row(0).segment(column, y.cols());
}

void concat_backwards(ConstMatrixRef by_concat, HeadIndex head, MatrixRef by_head_output) {
    by_head_output += by_concat.middleCols(head * by_head_output.cols(), by_head_output.cols());
}

void output_backwards(ConstMatrixRef by, const Projection& projection, MatrixRef by_concat) {
    if (projection.W_O)
        multiply_slopes_transposed(by, *projection.W_O, by_concat);
    else
        by_concat = by;
}

void output_weights_backwards(ConstMatrixRef concat_columns, ConstMatrixRef by, MatrixRef by_weights) {
    add_transposed_times_slopes(concat_columns, by, by_weights);
}

} // namespace lab
