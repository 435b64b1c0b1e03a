// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics of a stage's numbers: how large they are, how far they spread, and what rows of attention
// weights look like.
#pragma once

#include "core/base/types.h"

#include <limits>
#include <span>
#include <vector>

namespace lab {

/// For the finite cells of a matrix; the others are only counted. Mean, variance, lowest and highest are NaN
/// if no cell is finite.
struct MatrixStatistics {
    Index cells = 0;
    Index finite = 0;
    Index hidden = 0; ///< −∞: a hidden key, but only among masked scores
    Index faults = 0; ///< NaN and +∞
    double mean = std::numeric_limits<double>::quiet_NaN();
    /// Population variance: divided by the number of cells, like np.var and torch.var(correction=0).
    double variance = std::numeric_limits<double>::quiet_NaN();
    double lowest = std::numeric_limits<double>::quiet_NaN();
    double highest = std::numeric_limits<double>::quiet_NaN();
    /// Whether the mean, or the root of the variance, is 0 within rounding: is_rounding() relative to the
    /// cells' mean magnitude.
    bool mean_is_rounding = false, variance_is_rounding = false;
};

/// Uses two passes, the second one corrected (Chan, Golub and LeVeque 1983, "Algorithms for Computing the
/// Sample Variance", equation 1.7), so numbers that are large relative to their spread lose no precision.
MatrixStatistics statistics_of(const Matrix& matrix);

struct RowSum {
    double sum = 0;           ///< of the finite cells; NaN if there are none
    Index left_out = 0;       ///< cells that are not finite
    bool is_rounding = false; ///< the sum is 0 within rounding
};

/// One per row.
std::vector<RowSum> row_sums(const Matrix& matrix);

/// Statistics that apply only to attention weights (n_q, n_k).
struct WeightStatistics {
    std::vector<double> entropies; ///< one per row, in bits; NaN if the row is not a distribution
    /// One per row: the weight of the key at the query's position; NaN if there is no such key.
    std::vector<double> diagonal;
    double mean_entropy = std::numeric_limits<double>::quiet_NaN(); ///< of those that are not NaN
    /// Over the rows that have such a key; NaN if one of those weights is.
    double mean_diagonal = std::numeric_limits<double>::quiet_NaN();
    Index distributions = 0; ///< rows that have an entropy
};

WeightStatistics weight_statistics(const Matrix& weights);

/// The number of finite cells from each edge up to, but excluding, the next; the last bin includes its upper
/// edge.
struct Histogram {
    std::vector<double> edges; ///< one more than bins, ascending; empty if no cell is finite
    std::vector<Index> counts;
};

/// The numbers that there can be.
struct Interval {
    double lowest = -std::numeric_limits<double>::infinity();
    double highest = std::numeric_limits<double>::infinity();
};

/// The bin width follows Freedman and Diaconis (1981, "On the histogram as a density estimator"), twice the
/// interquartile range over the cube root of the count, rounded up to 1, 2 or 5 times a power of ten, with
/// edges at its multiples. If the interquartile range is 0, the number of bins follows Sturges (1926), 1 +
/// log₂ of the count. At most most_bins; one bin if all cells are equal or no round edges tell them apart.
/// That of equal cells has some width on either side, but on no other side of 0, nor beyond `possible`.
Histogram histogram_of(const Matrix& matrix, const Interval& possible = {});
inline constexpr Index most_bins = 40;

} // namespace lab
