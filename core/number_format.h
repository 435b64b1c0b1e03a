// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers as text, in the C locale whatever the machine's is.
#pragma once

#include "core/types.h"

#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// The minus of numbers that people read, U+2212.
inline constexpr std::string_view minus_sign = "\u2212";

/// The shortest decimal form that reads back as exactly this double; "nan", "inf" and "-inf" for the rest.
std::string shortest(double value);

/// From this magnitude on display() writes an exponent.
inline constexpr double exponent_from = 1e6;

/// For people: a fixed number of decimals, a real minus sign (U+2212), never a negative zero, exponents where
/// the digits before the point would not fit; "NaN", "∞", "−∞".
std::string display(double value, int decimals);

/// For people, where a number stands alone: seven significant digits at most, no zeros after the last of
/// them.
std::string brief(double value);

/// How large a small number is, "3 × 10⁻²¹⁵"; "below 10⁻³⁰⁸" where doubles lose digits, or all.
std::string power_of_ten(double value);

/// Whether a sum is 0 as far as can be told: no further from it than 4·2⁻⁵² of the sum of its terms'
/// magnitudes, of which that much is rounding. Exactly 0 is no rounding, nor is a term that stands alone.
bool is_rounding(double sum, double magnitudes);

/// "0.31 → 0.34": two numbers as display() writes them, with two decimals or as many as it takes to tell one
/// from the other.
std::string display_change(double from, double to);

/// How many decimals show the largest number of a matrix, whose magnitude is given, to about `wanted` + 1
/// digits: `wanted` for matrices of ordinary size, fewer for large ones, up to four more for tiny ones.
int decimals_for(double largest, int wanted);

/// The nearest number with that many decimals, or for −2 the nearest hundred. Binary fractions add up to
/// 0.30000000000000004 where a hand means tenths. Comes back as it is where a double has no such decimals
/// to round away (it is 2⁵² of these units or more), or where ten to that power is no double. Never a
/// negative zero.
double rounded(double value, int decimals);

/// Reads one finite number in the C form, with a minus of either kind, surrounded by white space or not.
/// A single comma that can only be a decimal comma ("0,5") counts as a point; group separators, several
/// commas, "nan", "inf" and anything that overflows are refused.
std::optional<double> read_number(std::string_view text);

} // namespace lab
