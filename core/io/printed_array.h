// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that somebody hands in, together with how precisely they are written.
#pragma once

#include "core/base/types.h"
#include "core/io/number_type.h"

#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab {

/// Which numbers a pasted matrix may hold. With `any_or_none`, an empty cell of a table is NaN.
enum class PastedNumbers { finite, finite_or_minus_infinity, any, any_or_none };

inline bool may_hold(PastedNumbers allowed, double number) {
    return std::isfinite(number) || allowed >= PastedNumbers::any ||
           (allowed == PastedNumbers::finite_or_minus_infinity && std::isinf(number) && number < 0);
}

/// How a number is written: "0.25" has two decimals, "2.5e-05" one and the exponent −5. No decimals: it has
/// no digits, as −∞, or is exact, as "1/3".
struct WrittenDigits {
    std::optional<int> decimals;
    std::optional<int> exponent;
    int significant = 0;     ///< digits without zeros before the first other one: 3 in "0.0120"
    bool is_percent = false; ///< "25%", which is 0.25: its decimals and exponent are those of 0.25
};

/// Of a number that a reader has accepted; a comma in it is decimal, and a slash makes a fraction.
WrittenDigits written_digits(std::string_view number);

/// One matrix, or one for each head.
struct PrintedArray {
    Matrix numbers;    ///< those of all heads below each other
    Matrix last_digit; ///< for each number, one unit of its last digit; 0 if it has no digits
    Index heads = 0;   ///< 0: a single matrix
    std::optional<NumberType> type = std::nullopt; ///< of floats, if known
    bool has_labels = false;      ///< names of rows or columns stood beside them and are left out
    bool are_percentages = false; ///< each was written with a percent sign, and is divided by 100
    bool token_columns = false;   ///< said to have a token in each column, although tokens are rows elsewhere

    Index matrices() const { return heads == 0 ? 1 : heads; }
    /// One of the matrices.
    Matrix numbers_of(Index matrix) const { return part(numbers, matrix); }
    Matrix last_digits_of(Index matrix) const { return part(last_digit, matrix); }
    Index rows() const { return numbers.rows() / matrices(); }
    Index columns() const { return numbers.cols(); }

private:
    Matrix part(const Matrix& all, Index matrix) const { return all.middleRows(matrix * rows(), rows()); }
};

/// The numbers alone of an array without heads, as they are written.
Result<Matrix> numbers_of(Result<PrintedArray> array);

/// One of the matrices alone.
PrintedArray one_of(const PrintedArray& array, Index matrix);
/// The same numbers with rows and columns of each matrix exchanged.
PrintedArray turned(const PrintedArray& array);
/// The same with tokens in rows: turned if it is said to have them in columns.
PrintedArray with_token_rows(PrintedArray array);

/// Numbers that were rounded to that type before they were printed: the last digit of each is as much wider
/// as the distance to the next number of the type. The array has had no type.
PrintedArray rounded_to(PrintedArray array, const NumberType& type);

/// The units of the last digits, row by row, if the numbers are written like that: printers drop trailing
/// zeros, so that all numbers with an exponent have the decimals of the one that shows most, at least two,
/// and so have all without. But where no number has more than five or six significant digits, and some that
/// have as many differ in their decimals, the printer rounds to significant digits, as those of Julia,
/// Mathematica and C++ do: then each number has as many of these as the one that shows most.
///
/// With `fewest_significant` given, each has at least as many significant digits as that, or as the one that
/// shows most and has decimals, and all digits before the point: so rounds R's tibble.
std::vector<double> last_digits(std::span<const WrittenDigits> numbers, int fewest_significant = 0);

} // namespace lab
