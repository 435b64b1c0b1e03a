// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/08_head_outputs.h"

namespace lab {

void head_output(ConstMatrixRef weights, ConstMatrixRef values, MatrixRef z) {
    z.noalias() = weights * values;
}

} // namespace lab
