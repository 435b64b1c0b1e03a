// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers as text, and typed numbers read, always in the C locale.
#pragma once

#include "core/base/types.h"

#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// The minus sign for display, U+2212.
inline constexpr std::string_view minus_sign = "\u2212";

/// The text with a hyphen in place of each such sign, as numbers in C format have it.
std::string with_plain_minus(std::string_view text);

/// The shortest decimal form that reads back as exactly this double; "nan", "inf" and "-inf" for the rest.
/// "?" for a covered number (core/base/covered.h), here and below.
std::string shortest(double value);

/// From this magnitude on, display() writes an exponent.
inline constexpr double exponent_from = 1e6;

/// For display: a fixed number of decimals, a real minus sign (U+2212), never a negative zero, exponents if
/// the digits before the point would not fit; "NaN", "∞", "−∞".
std::string display(double value, int decimals);

/// For displaying a single number: at most seven significant digits, no trailing zeros.
std::string brief(double value);

/// brief(), but with exponents as one writes them: "0.000001", "10⁻¹²", "1.5 × 10⁻⁹", "10¹²".
std::string written(double value);

/// The magnitude of a small number, "3 × 10⁻²¹⁵"; "below 10⁻³⁰⁸" for subnormal numbers and 0.
std::string power_of_ten(double value);

/// Whether a sum is 0 within rounding: at most 4·2⁻⁵² of the sum of its terms' magnitudes. False for exactly
/// 0, and for a single term.
bool is_rounding(double sum, double magnitudes);

/// "0.31 → 0.34": two numbers as written by display(), with two decimals or as many as needed to tell them
/// apart.
std::string display_change(double from, double to);

/// How many decimals show the largest number of a matrix, given its magnitude, to about `wanted` + 1 digits:
/// `wanted` for matrices of ordinary size, fewer for large ones, up to four more for tiny ones.
int decimals_for(double largest, int wanted);

/// How many decimals the numbers of a matrix have on a card, for drawing it and for judging what was computed
/// from it by hand, given its largest magnitude: the chosen ones, if
/// any, else about three. `brief`: no more than about two, where there is no room for more.
int shown_decimals(std::optional<int> chosen, double largest, bool brief);

/// Rounds to that many decimals, for −2 to hundreds. Removes binary floating-point noise such as
/// 0.30000000000000004. Returns the number unchanged if a double has no such decimals to round (it is 2⁵² of
/// these units or more), or if ten to that power is not a double. Never a negative zero.
double rounded(double value, int decimals);

/// Rounds a number other than 0 to that many significant digits.
double rounded_to_digits(double value, int digits);

/// Parses one finite number that somebody typed, in C format, with either kind of minus sign and optional
/// white space around it. A single comma that can only be decimal ("0,5") counts as a point. Group
/// separators, several commas, "nan", "inf" and anything that overflows are rejected.
std::optional<double> read_typed_number(std::string_view text);

/// Reads a number as read_typed_number() does, or arithmetic that gives one, "sqrt(2)/3", of finite numbers
/// in C format:
///
///   - + and −, * and / (also × and ·) from left to right, then ^ (also **) from right to left. A sign before
///     a power is applied after it: −2^2 is −4. No more than one sign stands before a number;
///   - parentheses, sqrt (also √), exp and log (the natural one) of what is in parentheses, pi (also π) and
///   e.
///
/// The error's place is "character 3", counted in code points, where reading had to stop: at what cannot
/// stand there, or at the operator or function whose value is not a finite number.
Result<double> read_number_expression(std::string_view text);

} // namespace lab
