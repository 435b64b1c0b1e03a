// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/04_scores.h"

namespace lab {

Matrix scores(const Matrix& queries, const Matrix& keys) {
    return queries * keys.transpose();
}

} // namespace lab
