// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/rough_numbers.h"

#include "core/io/number_type.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lab {

namespace {

/// What float32 may have moved before numbers were rounded, as a part of the largest.
constexpr double computed_noise = 1e-6;
constexpr int most_decimals = 12;

/// A finite number as it is given, and what it should be.
struct Pair {
    double given = 0, right = 0;
    double unit = 0; ///< of the given number's last digit
};

/// All finite pairs; nullopt where another cell is not the same in both.
std::optional<std::vector<Pair>> finite_pairs(std::span<const GivenMatrix> given, const HeadMatrices& right) {
    std::vector<Pair> pairs;
    pairs.reserve(given.size() * static_cast<std::size_t>(right.front().size()));
    for (std::size_t i = 0; i < given.size(); ++i) {
        for (Index at = 0; at < right[i].size(); ++at) {
            const Pair pair{given[i].numbers.data()[at], right[i].data()[at],
                            given[i].last_digits.data()[at]};
            if (std::isfinite(pair.given) && std::isfinite(pair.right))
                pairs.push_back(pair);
            else if (!is_right(pair.given, pair.right, 0))
                return std::nullopt;
        }
    }
    return pairs;
}

double largest_right(std::span<const Pair> pairs) {
    double largest = 0;
    for (const Pair& each : pairs)
        largest = std::max(largest, std::abs(each.right));
    return largest;
}

bool is_multiple(double number, double unit, double last_digit) {
    constexpr double exact = 1e-12;
    return std::abs(number - std::round(number / unit) * unit) <=
           last_digit / 2 + exact * std::max(1.0, std::abs(number));
}

/// The fewest decimals with which all numbers can be written; nullopt if that takes too many.
std::optional<int> decimals_of(std::span<const Pair> pairs) {
    for (int decimals = 0; decimals <= most_decimals; ++decimals) {
        const double unit = std::pow(10.0, -decimals);
        if (std::ranges::all_of(
                pairs, [&](const Pair& each) { return is_multiple(each.given, unit, each.unit / 100); }))
            return decimals;
    }
    return std::nullopt;
}

/// Whether the right number comes to the given one if digits after the unit are left out.
bool is_cut_off(const Pair& pair, double unit, double noise) {
    if (pair.given != 0 && std::signbit(pair.given) != std::signbit(pair.right))
        return false;
    const double rest = std::abs(pair.right) - std::abs(pair.given);
    return rest >= -noise && rest <= unit * (1 + computed_noise) + noise;
}

/// Right ones rounded to fewer decimals than are shown, or cut off.
std::optional<Roughness> fewer_decimals(std::span<const Pair> pairs, double needed) {
    const double largest = largest_right(pairs);
    const auto decimals = decimals_of(pairs);
    if (!decimals)
        return std::nullopt;
    const double unit = std::pow(10.0, -*decimals);
    if (largest < 10 * unit) // less than two digits of the largest number
        return std::nullopt;
    const double tolerance = Tolerance().at(unit, largest), noise = computed_noise * largest;
    double found = 0;
    Index rests = 0; // numbers that show whether they were cut off
    bool is_rounded = true, is_cut = true;
    for (const Pair& each : pairs) {
        is_rounded = is_rounded && is_right(each.given, each.right, tolerance);
        is_cut = is_cut && is_cut_off(each, unit, noise);
        if (!is_rounded && !is_cut)
            return std::nullopt;
        found += evidence_of(each.given, tolerance, largest);
        rests += std::abs(each.given - each.right) > noise ? 1 : 0;
    }
    if (found < needed)
        return std::nullopt;
    constexpr Index enough_rests = 4;
    constexpr double enough_digits = 100;
    if (!is_rounded && (rests < enough_rests || largest < enough_digits * unit))
        return std::nullopt;
    const int before_point = static_cast<int>(std::floor(std::log10(largest))) + 1;
    return Roughness{Arrangement::fewer_digits, *decimals, before_point + *decimals, !is_rounded};
}

/// A floating-point type of 16 bits.
struct HalfType {
    Arrangement as;
    NumberType type;

    /// The distance to the next number.
    double spacing(double number) const { return last_digit_of(number, type); }
    double nearest(double number) const {
        const double step = spacing(number);
        return std::nearbyint(number / step) * step;
    }
};
constexpr HalfType half{Arrangement::float16, {NumberType::Kind::floating, 2}};
constexpr HalfType brain{Arrangement::bfloat16, {NumberType::Kind::brain_float, 2}};

/// How far a number of the type may be from how it is printed: half of the last digit; of Python, which
/// writes as many digits as tell a number apart, half of the last one that is not 0.
double print_error(const Pair& pair, double step) {
    double unit = pair.unit;
    for (int decimals = 0; decimals <= most_decimals; ++decimals) {
        const double own = std::pow(10.0, -decimals);
        if (own >= step || !is_multiple(pair.given, own, 0))
            continue;
        unit = std::max(unit, own);
        break;
    }
    constexpr double exact = 1e-9;
    return unit / 2 * (1 + exact) + exact * std::abs(pair.given);
}

/// Whether each given number is the number of the type nearest to the right one; with `off`, any number of
/// the type at most one step away. Only numbers that differ from the right ones count as evidence.
bool is_of_type(std::span<const Pair> pairs, const HalfType& type, bool off, double needed) {
    const double largest = largest_right(pairs), noise = computed_noise * largest;
    double found = 0;
    for (const Pair& each : pairs) {
        const double step = type.spacing(each.right), error = print_error(each, step);
        const double low = type.nearest(each.right - noise) - (off ? step : 0);
        const double high = type.nearest(each.right + noise) + (off ? step : 0);
        if (each.given < low - error || each.given > high + error)
            return false;
        if (off && std::abs(each.given - type.nearest(each.given)) > error)
            return false;
        if (std::abs(each.given - each.right) <= Tolerance().at(each.unit, largest))
            continue;
        const double chance = off ? 2 * error / step : (2 * error + high - low) / (2 * step);
        found -= std::log10(std::min(1.0, chance));
    }
    return found >= (off ? 2 * needed : needed);
}

/// Whether all numbers are of the type, as precisely as they are printed, and not by chance.
bool are_numbers_of(const HalfType& type, std::span<const Pair> pairs) {
    constexpr double needed = 4;
    double found = 0;
    for (const Pair& each : pairs) {
        if (each.given == 0)
            continue;
        const double step = type.spacing(each.given), error = print_error(each, step);
        if (std::abs(each.given - type.nearest(each.given)) > error)
            return false;
        found -= std::log10(std::min(1.0, 2 * error / step));
    }
    return found >= needed;
}

} // namespace

std::optional<HalfPrecision> half_precision_of(const PrintedArray& given) {
    if (given.type)
        return std::nullopt;
    std::vector<Pair> pairs;
    for (Index at = 0; at < given.numbers.size(); ++at) {
        const double number = given.numbers.data()[at];
        if (std::isfinite(number))
            pairs.push_back({number, number, given.last_digit.data()[at]});
    }
    // Each number of the one is a number of the other, where it is not too small or too large.
    for (const HalfType& type : {brain, half}) {
        if (!are_numbers_of(type, pairs))
            continue;
        PrintedArray numbers = given;
        constexpr double steps = 3; // half of it on either side: the next number may be given, too
        numbers.last_digit +=
            steps * given.numbers.unaryExpr([&](double number) { return last_digit_of(number, type.type); });
        return HalfPrecision{type.as, std::move(numbers)};
    }
    return std::nullopt;
}

std::optional<Roughness> roughness(std::span<const GivenMatrix> given, const HeadMatrices& right,
                                   double needed) {
    const auto pairs = finite_pairs(given, right);
    if (!pairs || pairs->empty() || largest_right(*pairs) == 0)
        return std::nullopt;
    if (auto fewer = fewer_decimals(*pairs, needed))
        return fewer;
    for (const bool off : {false, true}) {
        for (const HalfType& type : {half, brain}) {
            if (is_of_type(*pairs, type, off, needed))
                return Roughness{type.as};
        }
    }
    return std::nullopt;
}

std::optional<Roughness> float_noise(std::span<const GivenMatrix> given, const HeadMatrices& right) {
    const auto pairs = finite_pairs(given, right);
    if (!pairs || pairs->empty())
        return std::nullopt;
    constexpr double most = 1e-5;
    const double largest = largest_right(*pairs);
    double difference = 0;
    for (const Pair& each : *pairs) {
        if (each.unit > most * largest)
            return std::nullopt;
        difference = std::max(difference, std::abs(each.given - each.right));
    }
    if (difference > most * largest || difference == 0)
        return std::nullopt;
    const int decimals = static_cast<int>(std::floor(-std::log10(2 * difference)));
    const int digits = static_cast<int>(std::floor(std::log10(largest / (2 * difference))));
    return Roughness{Arrangement::fewer_digits, decimals, digits};
}

} // namespace lab
