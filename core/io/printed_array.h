// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that somebody hands in, together with how precisely they are written.
#pragma once

#include "core/base/types.h"

#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab {

/// Which numbers a pasted matrix may hold.
enum class PastedNumbers { finite, finite_or_minus_infinity, any };

inline bool may_hold(PastedNumbers allowed, double number) {
    return std::isfinite(number) || allowed == PastedNumbers::any ||
           (allowed == PastedNumbers::finite_or_minus_infinity && std::isinf(number) && number < 0);
}

/// How a number is written: "0.25" has two decimals, "2.5e-05" one and the exponent −5. No decimals: it has
/// no digits, as −∞.
struct WrittenDigits {
    std::optional<int> decimals;
    std::optional<int> exponent;
};

/// Of a number that a reader has accepted; a comma in it is decimal.
WrittenDigits written_digits(std::string_view number);

/// One matrix, or one for each head.
struct PrintedArray {
    Matrix numbers;    ///< those of all heads below each other
    Matrix last_digit; ///< for each number, one unit of its last digit; 0 if it has no digits
    Index heads = 0;   ///< 0: a single matrix

    Index matrices() const { return heads == 0 ? 1 : heads; }
    /// One of the matrices.
    Matrix numbers_of(Index matrix) const { return part(numbers, matrix); }
    Matrix last_digits_of(Index matrix) const { return part(last_digit, matrix); }
    Index rows() const { return numbers.rows() / matrices(); }
    Index columns() const { return numbers.cols(); }

private:
    Matrix part(const Matrix& all, Index matrix) const { return all.middleRows(matrix * rows(), rows()); }
};

/// The numbers alone of an array without heads.
Result<Matrix> numbers_of(Result<PrintedArray> array);

/// The units of the last digits, row by row, if the numbers are written like that: printers drop trailing
/// zeros, so that all numbers with an exponent have the decimals of the one that shows most, at least two,
/// and so have all without.
std::vector<double> last_digits(std::span<const WrittenDigits> numbers);

} // namespace lab
