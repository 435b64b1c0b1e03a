// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/04_scores.h"

#include "core/base/product.h"

namespace lab {

void scores(ConstMatrixRef queries, ConstMatrixRef keys, MatrixRef scores) {
    multiply_transposed(queries, keys, scores);
}

} // namespace lab
