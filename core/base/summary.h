// SPDX-License-Identifier: GPL-3.0-or-later
//
// What views need to know of a whole matrix, found in one pass.
#pragma once

#include "core/base/types.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lab {

/// The smallest and the largest of some numbers and 0, which every scale and column must have room for.
struct Extremes {
    double lowest = 0, highest = 0;
    /// The largest magnitude.
    double magnitude() const { return std::max(-lowest, highest); }
    bool operator==(const Extremes&) const = default;
};

struct MatrixSummary {
    struct Place {
        Index row = 0, column = 0;
        bool operator==(const Place&) const = default;
    };

    Extremes finite; ///< of the finite numbers
    Extremes plain;  ///< of those that display() writes without an exponent
    /// The first cell, row by row, that is not finite. Here and below, covered numbers do not count.
    std::optional<Place> first_not_finite;
    /// The first cell that is NaN or +∞. Among masked scores, −∞ only hides a key.
    std::optional<Place> first_fault;
    /// The rows that are entirely −∞, in order; a row without cells does not count.
    std::vector<Index> hidden_rows;
};

using SummaryPtr = std::shared_ptr<const MatrixSummary>;

MatrixSummary summarize(const Matrix& matrix);

/// Updates a summary of `matrix` after one of its numbers has changed from `before` to `now`. Rescans the
/// matrix only if `before` was an extreme, or one of them is not finite.
void update(MatrixSummary& summary, const Matrix& matrix, double before, double now);

/// The cell in which two matrices of one shape differ most; nullopt if they are equal. Differences that are
/// NaN do not count.
std::optional<MatrixSummary::Place> largest_difference(const Matrix& a, const Matrix& b);

} // namespace lab
