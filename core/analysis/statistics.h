// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one can say of a stage's numbers as a whole: how large they are, how far they spread, what a row of
// attention weights is like.
#pragma once

#include "core/types.h"

#include <limits>
#include <span>
#include <vector>

namespace lab {

/// Of the finite cells of a matrix; what is not finite is counted and left out. The four numbers are NaN
/// where no cell is finite.
struct MatrixStatistics {
    Index cells = 0;
    Index finite = 0;
    Index hidden = 0; ///< −∞: among masked scores, and only there, a key that is hidden
    Index faults = 0; ///< NaN and +∞
    double mean = std::numeric_limits<double>::quiet_NaN();
    /// The population's: divided by the number of cells, as np.var does and torch.var(correction=0).
    double variance = std::numeric_limits<double>::quiet_NaN();
    double lowest = std::numeric_limits<double>::quiet_NaN();
    double highest = std::numeric_limits<double>::quiet_NaN();
    /// What rounding left of 0 (is_rounding(), beside the cells' mean magnitude): the mean, and the root of
    /// the variance.
    bool mean_is_rounding = false, variance_is_rounding = false;
};

/// In two passes, the second of which is corrected (Chan, Golub and LeVeque 1983, "Algorithms for Computing
/// the Sample Variance", equation 1.7): numbers that are large beside their spread lose nothing.
MatrixStatistics statistics_of(const Matrix& matrix);

struct RowSum {
    double sum = 0;           ///< of the finite cells; NaN where there are none
    Index left_out = 0;       ///< cells that are not finite
    bool is_rounding = false; ///< the sum is what rounding left of 0
};

/// One for each row.
std::vector<RowSum> row_sums(const Matrix& matrix);

/// Of a row of weights in bits, −Σ a·log₂ a, where 0·log₂ 0 is 0: 0 where one key has all of it, log₂ n where
/// n keys share it evenly. NaN for what is no distribution: a weight below 0 or not finite, or a sum that is
/// further than 1e−9 from 1, as that of a row whose keys are all hidden.
double entropy_bits(std::span<const double> weights);

/// What is said of attention weights (n_q, n_k) alone.
struct WeightStatistics {
    std::vector<double> entropies; ///< one a row, in bits; NaN where the row is no distribution
    /// One a row: the weight of the key that stands where the query stands; NaN where there is no such key.
    std::vector<double> diagonal;
    double mean_entropy = std::numeric_limits<double>::quiet_NaN(); ///< of those that are not NaN
    /// Of the rows that have such a key; NaN where a weight is.
    double mean_diagonal = std::numeric_limits<double>::quiet_NaN();
    Index distributions = 0; ///< rows that have an entropy
};

WeightStatistics weight_statistics(const Matrix& weights);

/// How many finite cells lie between one edge and the next, the upper one apart; the last bin has its own.
struct Histogram {
    std::vector<double> edges; ///< one more than bins, ascending; none where no cell is finite
    std::vector<Index> counts;
};

/// Bins as wide as Freedman and Diaconis (1981, "On the histogram as a density estimator") have them, twice
/// the interquartile range over the cube root of the count, but round: 1, 2 or 5 times a power of ten, their
/// edges multiples of it. Where half of the cells are equal, which leaves no such range, as many bins as
/// Sturges (1926) has, 1 + log₂ of the count. most_bins at most; one where all cells are equal, or where no
/// round edges tell them apart.
Histogram histogram_of(const Matrix& matrix);
inline constexpr Index most_bins = 40;

} // namespace lab
