// SPDX-License-Identifier: GPL-3.0-or-later
//
// What characterises a head's attention, in a few numbers for telling heads apart and sorting them, and the
// attention of all heads combined.
#pragma once

#include "core/base/types.h"

#include <limits>
#include <span>
#include <vector>

namespace lab {

class StreamedTrace;

/// Means over the queries that see a key. NaN if no row has such a value or a weight is NaN.
struct HeadPattern {
    /// Of the rows that are distributions, in bits: see entropy_bits().
    double entropy = std::numeric_limits<double>::quiet_NaN();
    /// Total variation distance, ½ Σ |a − 1/n|, from the uniform distribution over the n keys that a query
    /// sees: from 0 to nearly 1.
    double from_uniform = std::numeric_limits<double>::quiet_NaN();
    /// The weight of the key before the query's position, at its position, and of the first key.
    double to_previous = std::numeric_limits<double>::quiet_NaN();
    double to_same = std::numeric_limits<double>::quiet_NaN();
    double to_first = std::numeric_limits<double>::quiet_NaN();
};

/// `weights` and `masked_scores` are (n_q, n_k). A key is hidden where its masked score is −∞. `ahead`: how
/// much further on the first query is than the first key.
HeadPattern head_pattern(const Matrix& weights, const Matrix& masked_scores, Index ahead = 0);
/// Of every head of a computation.
std::vector<HeadPattern> head_patterns(const StreamedTrace& trace);

/// Per cell, over at least one matrix, all of one shape. A NaN in any of them gives NaN.
Matrix mean_over_heads(std::span<const MatrixPtr> heads);
Matrix maximum_over_heads(std::span<const MatrixPtr> heads);

} // namespace lab
