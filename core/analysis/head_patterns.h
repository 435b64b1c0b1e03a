// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a head does with its attention, in a few numbers by which heads can be told apart and put in order;
// and what all heads do together.
#pragma once

#include "core/types.h"

#include <limits>
#include <span>

namespace lab {

/// Means over the queries that see a key. NaN where no row has such a number, or a weight is none.
struct HeadPattern {
    /// Of the rows that are distributions, in bits: see entropy_bits().
    double entropy = std::numeric_limits<double>::quiet_NaN();
    /// The total variation distance, ½ Σ |a − 1/n|, to the even share of the n keys that a query sees: from 0
    /// to nearly 1.
    double from_uniform = std::numeric_limits<double>::quiet_NaN();
    /// The weight of the key before the place where the query stands, at that place, and at the first place.
    double to_previous = std::numeric_limits<double>::quiet_NaN();
    double to_same = std::numeric_limits<double>::quiet_NaN();
    double to_first = std::numeric_limits<double>::quiet_NaN();
};

/// Of attention weights and masked scores, both (n_q, n_k); a key is hidden where its masked score is −∞.
HeadPattern head_pattern(const Matrix& weights, const Matrix& masked_scores);

/// Cell by cell, of at least one matrix, all of one shape. A NaN in one of them is one in the result.
Matrix mean_over_heads(std::span<const MatrixPtr> heads);
Matrix maximum_over_heads(std::span<const MatrixPtr> heads);

} // namespace lab
