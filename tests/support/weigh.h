// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention weights returned by value, for tests.
#pragma once

#include "core/stages/07_weights.h"

namespace lab::test {

inline Matrix weigh(const Matrix& masked_scores, const Normalization& normalization, HeadIndex head = 0) {
    Matrix result(masked_scores.rows(), masked_scores.cols());
    weights(masked_scores, normalization, head, result);
    return result;
}

} // namespace lab::test
