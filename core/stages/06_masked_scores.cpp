// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <limits>

namespace lab {

namespace {
constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
}

Matrix masked_scores(const Matrix& scaled_scores, const Mask& mask) {
    Matrix masked = scaled_scores;
    if (mask.causal) {
        for (Index query = 0; query < masked.rows(); ++query) {
            const Index visible = std::min(query + 1, masked.cols());
            masked.row(query).tail(masked.cols() - visible).setConstant(minus_infinity);
        }
    }
    return masked;
}

bool is_hidden(double masked_score) {
    return masked_score == minus_infinity;
}

} // namespace lab
