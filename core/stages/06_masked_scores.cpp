// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// Hides the keys [first, end) from a query, as far as they exist.
void hide(Matrix& masked, Index query, Index first, Index end) {
    first = std::clamp<Index>(first, 0, masked.cols());
    end = std::clamp<Index>(end, first, masked.cols());
    masked.row(query).segment(first, end - first).setConstant(minus_infinity);
}

} // namespace

Matrix masked_scores(const Matrix& scaled_scores, const Mask& mask) {
    Matrix masked = scaled_scores;
    for (Index query = 0; query < masked.rows(); ++query) {
        if (mask.causal)
            hide(masked, query, query + 1, masked.cols());
        // A window wider than everything hides nothing, and must not overflow the sum.
        if (mask.window && *mask.window < std::max(masked.rows(), masked.cols())) {
            hide(masked, query, 0, query - *mask.window + 1);
            hide(masked, query, query + *mask.window, masked.cols());
        }
    }
    for (const TokenIndex key : mask.padding)
        masked.col(key).setConstant(minus_infinity);
    if (mask.custom)
        masked = (mask.custom->array() == 0).select(minus_infinity, masked);
    return masked;
}

bool is_hidden(double masked_score) {
    return masked_score == minus_infinity;
}

} // namespace lab
