// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/09_head_outputs.h"

#include "core/base/product.h"
#include "core/base/slope_product.h"

namespace lab {

void head_output(ConstMatrixRef weights, ConstMatrixRef values, MatrixRef z) {
    multiply(weights, values, z);
}

void head_output_backwards(ConstMatrixRef by, ConstMatrixRef weights, ConstMatrixRef values,
                           MatrixRef by_weights, MatrixRef by_values) {
    multiply_slopes_transposed(by, values, by_weights);
    add_transposed_times_slopes(weights, by, by_values);
}

} // namespace lab
