// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether numbers that somebody has are those of a calculation, as precisely as they are given.
#pragma once

#include "core/io/printed_array.h"

#include <optional>
#include <vector>

namespace lab {

/// How far a number may be off. `given` holds for every cell; without it, it is half of the last digit shown
/// or a millionth of the largest finite magnitude of what is compared with, whichever is larger, plus a
/// quarter of the other: a number that float32 has moved a little may then be rounded the other way.
struct Tolerance {
    std::optional<double> given;

    double at(double last_digit, double largest) const;
};

/// The numbers of one head as they were given.
struct GivenMatrix {
    Matrix numbers, last_digits;
};

/// The largest finite magnitude; 0 if no number is finite.
double largest_magnitude(const Matrix& matrix);

/// Whether a number is right. Those that are not finite have to be the same: −∞, +∞ or NaN.
bool is_right(double given, double expected, double tolerance);

struct Agreement {
    Index cells = 0, right = 0;
    std::optional<std::pair<Index, Index>> first_wrong; ///< row and column
};

/// Both must have the same shape. `largest`: see Tolerance.
Agreement agreement(const GivenMatrix& given, const Matrix& expected, const Tolerance& tolerance,
                    double largest);
/// Whether every cell agrees; stops at the first that does not. False for matrices of other shapes.
bool agrees(const GivenMatrix& given, const Matrix& expected, const Tolerance& tolerance, double largest);

/// What a 0 or ±1 tells, which many calculations share. Weights are often all 0 and 1: a row of n tells which
/// one is 1, log10 n, or about this for each of its cells.
inline constexpr double of_common_number = 0.1;
/// How improbable it is that other numbers agree, as a power of ten: in each finite cell, one number of all
/// that are as large is within the tolerance.
double evidence(const GivenMatrix& given, const Tolerance& tolerance, double largest,
                double of_each_common = of_common_number);
/// The same of a single number; nothing for 0 and for what is not finite, which many calculations share.
double evidence_of(double number, double tolerance, double largest);

} // namespace lab
