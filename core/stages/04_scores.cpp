// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/04_scores.h"

#include "core/base/product.h"
#include "core/base/slope_product.h"

namespace lab {

void scores(ConstMatrixRef queries, ConstMatrixRef keys, MatrixRef scores) {
    multiply_transposed(queries, keys, scores);
}

void scores_backwards(ConstMatrixRef by, ConstMatrixRef queries, ConstMatrixRef keys, MatrixRef by_queries,
                      MatrixRef by_keys) {
    multiply_slopes(by, keys, by_queries);
    add_transposed_slopes_times(by, queries, by_keys);
}

} // namespace lab
