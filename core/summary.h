// SPDX-License-Identifier: GPL-3.0-or-later
//
// What views need to know of a whole matrix, found in one pass, so that nobody walks over it again.
#pragma once

#include "core/types.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lab {

/// The smallest and the largest of some numbers and zero, which every scale and every column has room for.
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

    Extremes finite; ///< of what is finite
    Extremes plain;  ///< of what display() writes without an exponent
    /// The first cell, row by row, that is not finite.
    std::optional<Place> first_not_finite;
    /// The first that is NaN or +∞: among masked scores −∞ only hides a key.
    std::optional<Place> first_fault;
    /// The rows that are −∞ throughout, in order; one without cells is none.
    std::vector<Index> hidden_rows;
};

using SummaryPtr = std::shared_ptr<const MatrixSummary>;

MatrixSummary summarize(const Matrix& matrix);

/// Brings a summary of `matrix` up to date after one of its numbers, which was `before`, has become `now`:
/// without another look at the matrix, unless it was the number that reached furthest.
void update(MatrixSummary& summary, const Matrix& matrix, double before, double now);

/// The cell in which two matrices of one shape differ most; none where they are equal. A difference that is
/// no number does not count.
std::optional<MatrixSummary::Place> largest_difference(const Matrix& a, const Matrix& b);

} // namespace lab
