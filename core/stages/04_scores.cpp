// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/04_scores.h"

namespace lab {

void scores(ConstMatrixRef queries, ConstMatrixRef keys, MatrixRef scores) {
    scores.noalias() = queries * keys.transpose();
}

} // namespace lab
