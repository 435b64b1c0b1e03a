// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/09_head_outputs.h"

#include "core/base/product.h"

namespace lab {

void head_output(ConstMatrixRef weights, ConstMatrixRef values, MatrixRef z) {
    multiply(weights, values, z);
}

} // namespace lab
