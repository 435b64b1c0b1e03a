// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/agreement.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lab {

double Tolerance::at(double last_digit, double largest) const {
    if (given)
        return *given;
    constexpr double relative = 1e-6;
    const double shown = last_digit / 2, computed = relative * largest;
    return std::max(shown, computed) + std::min(shown, computed) / 4;
}

double largest_magnitude(const Matrix& matrix) {
    // Without a sign, doubles are in the order of their bits, which processors compare many at a time.
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    const auto infinity = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
    std::uint64_t largest = 0;
    for (Index i = 0; i < matrix.size(); ++i) {
        const std::uint64_t magnitude = std::bit_cast<std::uint64_t>(matrix.data()[i]) & ~sign;
        largest = std::max(largest, magnitude < infinity ? magnitude : 0);
    }
    return std::bit_cast<double>(largest);
}

bool is_right(double given, double expected, double tolerance) {
    if (!std::isfinite(given) || !std::isfinite(expected))
        return given == expected || (std::isnan(given) && std::isnan(expected));
    // Decimals as doubles are a little off: 0.12 is less than 0.005 from 0.125 only on paper.
    constexpr double rounding = 1e-9;
    return std::abs(given - expected) <= tolerance * (1 + rounding);
}

namespace {

/// Calls `judge(row, column, is_right)` for each cell, row by row, as long as that returns true.
template<class Judge>
void judge_cells(const GivenMatrix& given, const Matrix& expected, const Tolerance& tolerance, double largest,
                 Judge judge) {
    for (Index i = 0; i < expected.rows(); ++i) {
        for (Index j = 0; j < expected.cols(); ++j) {
            if (!judge(i, j,
                       is_right(given.numbers(i, j), expected(i, j),
                                tolerance.at(given.last_digits(i, j), largest))))
                return;
        }
    }
}

} // namespace

Agreement agreement(const GivenMatrix& given, const Matrix& expected, const Tolerance& tolerance,
                    double largest) {
    Agreement all;
    all.cells = expected.size();
    judge_cells(given, expected, tolerance, largest, [&](Index i, Index j, bool right) {
        if (right)
            ++all.right;
        else if (!all.first_wrong)
            all.first_wrong = {i, j};
        return true;
    });
    return all;
}

bool agrees(const GivenMatrix& given, const Matrix& expected, const Tolerance& tolerance, double largest) {
    bool all = given.numbers.rows() == expected.rows() && given.numbers.cols() == expected.cols();
    if (all)
        judge_cells(given, expected, tolerance, largest,
                    [&](Index, Index, bool right) { return all = all && right; });
    return all;
}

namespace {

double power_of_chance(double tolerance, double largest) {
    const double within = 2 * tolerance;
    if (within >= largest)
        return 0;
    return within > 0 ? std::log10(largest / within) : 17;
}

} // namespace

double evidence_of(double number, double tolerance, double largest) {
    return std::isfinite(number) && number != 0 ? power_of_chance(tolerance, largest) : 0;
}

double evidence(const GivenMatrix& given, const Tolerance& tolerance, double largest, double of_each_common) {
    double power = 0;
    for (Index i = 0; i < given.numbers.rows(); ++i) {
        for (Index j = 0; j < given.numbers.cols(); ++j) {
            const double number = given.numbers(i, j);
            const double its = power_of_chance(tolerance.at(given.last_digits(i, j), largest), largest);
            if (std::isfinite(number))
                power += number == 0 || std::abs(number) == 1 ? std::min(its, of_each_common) : its;
        }
    }
    return power;
}

} // namespace lab
