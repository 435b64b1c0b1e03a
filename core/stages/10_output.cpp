// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/10_output.h"

#include "core/base/product.h"

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

} // namespace lab
