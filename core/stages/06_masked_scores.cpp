// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// Hides the keys [first, end) from a query, limited to the cells `at`.
void hide(MatrixRef masked, const Block& at, Index query, Index first, Index end) {
    first = std::clamp<Index>(first - at.column, 0, at.columns);
    end = std::clamp<Index>(end - at.column, first, at.columns);
    masked.row(query - at.row).segment(first, end - first).setConstant(minus_infinity);
}

} // namespace

void masked_scores(ConstMatrixRef scaled, const Mask& mask, const Block& at, MatrixRef masked) {
    masked = scaled;
    const Index last_key = at.column + at.columns;
    for (Index query = at.row; query < at.row + at.rows; ++query) {
        if (mask.causal)
            hide(masked, at, query, query + 1, last_key);
        // A window wider than the sequence hides nothing, and must not overflow the sum.
        if (mask.window && *mask.window < std::max(at.row + at.rows, last_key)) {
            hide(masked, at, query, 0, query - *mask.window + 1);
            hide(masked, at, query, query + *mask.window, last_key);
        }
    }
    for (const TokenIndex key : mask.padding) {
        if (key >= at.column && key < last_key)
            masked.col(key - at.column).setConstant(minus_infinity);
    }
    if (mask.custom)
        masked = (mask.custom->block(at.row, at.column, at.rows, at.columns).array() == 0)
                     .select(minus_infinity, masked);
}

bool is_hidden(double masked_score) {
    return masked_score == minus_infinity;
}

} // namespace lab
