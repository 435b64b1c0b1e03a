// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_format.h"

#include "core/base/covered.h"
#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace lab {

namespace {

template<class... Format>
std::string to_text(double value, Format... format) {
    std::array<char, 512> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...).ptr;
    return {buffer.data(), end};
}

std::string with_minus_sign(std::string text) {
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1))
        text.replace(at, 1, minus_sign);
    return text;
}

bool is_zero(const std::string& digits) {
    return digits.find_first_not_of("-0.") == std::string::npos;
}

/// The exponent of a number in scientific notation, "3e-215", as a superscript: "⁻²¹⁵".
std::string raised(const std::string& scientific) {
    static constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴",
                                                             "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string power;
    for (const char c : scientific.substr(scientific.find('e') + 1)) {
        const bool leads = c == '0' && (power.empty() || power == "⁻");
        if (c == '-')
            power += "⁻";
        else if (c != '+' && !leads)
            power += digits[static_cast<std::size_t>(c - '0')];
    }
    return power.empty() || power == "⁻" ? "⁰" : power;
}

std::string from_to(std::string from, const std::string& to) {
    from += " → ";
    from += to;
    return from;
}

} // namespace

std::string with_plain_minus(std::string_view text) {
    std::string plain(text);
    for (std::size_t at = plain.find(minus_sign); at != std::string::npos; at = plain.find(minus_sign, at))
        plain.replace(at, minus_sign.size(), "-");
    return plain;
}

std::string shortest(double value) {
    if (std::isnan(value))
        return is_covered(value) ? "?" : "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return to_text(value);
}

std::string display(double value, int decimals) {
    if (std::isnan(value))
        return is_covered(value) ? "?" : "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    if (std::abs(value) >= exponent_from)
        return with_minus_sign(to_text(value, std::chars_format::scientific, std::clamp(decimals, 1, 2)));
    std::string text = to_text(value, std::chars_format::fixed, decimals);
    if (text.front() == '-' && is_zero(text))
        text.erase(0, 1);
    return with_minus_sign(std::move(text));
}

std::string brief(double value) {
    if (!std::isfinite(value))
        return display(value, 0);
    return with_minus_sign(value == 0 ? "0" : to_text(value, std::chars_format::general, 7));
}

std::string written(double value) {
    constexpr double power_below = 1e-6; // more zeros are hard to count
    std::string text = brief(value);
    const std::size_t e = std::isfinite(value) ? text.find('e') : std::string::npos;
    if (e == std::string::npos)
        return text;
    if (std::abs(value) < power_below || std::abs(value) > 1) {
        const std::string mantissa = text.substr(0, e),
                          power = "10" + raised(to_text(value, std::chars_format::general, 7));
        return mantissa == "1" ? power : mantissa + " × " + power;
    }
    std::string digits = to_text(value, std::chars_format::fixed, 12); // seven significant ones
    digits.erase(digits.find_last_not_of('0') + 1);
    return with_minus_sign(std::move(digits));
}

std::string power_of_ten(double value) {
    if (std::abs(value) < std::numeric_limits<double>::min())
        return "below 10⁻³⁰⁸";
    const std::string text = to_text(value, std::chars_format::scientific, 0); // "3e-215"
    return with_minus_sign(text.substr(0, text.find('e'))) + " × 10" + raised(text);
}

bool is_rounding(double sum, double magnitudes) {
    constexpr double part = 4 * std::numeric_limits<double>::epsilon();
    return sum != 0 && std::isfinite(magnitudes) && std::abs(sum) <= part * magnitudes;
}

std::string display_change(double from, double to) {
    for (int decimals = 2; decimals < 8; ++decimals) {
        if (const std::string a = display(from, decimals), b = display(to, decimals); a != b)
            return from_to(a, b);
    }
    return from_to(shortest(from), shortest(to));
}

int decimals_for(double largest, int wanted) {
    int decimals = wanted;
    // At least one decimal: without any, −0.5 next to a thousand would read −1.
    for (double bound = 10; largest >= bound && decimals > 1; bound *= 10)
        --decimals;
    const int most = wanted + 4;
    for (double bound = 1e-2; largest > 0 && largest < bound && decimals < most; bound /= 10)
        ++decimals;
    return decimals;
}

int shown_decimals(std::optional<int> chosen, double largest, bool brief) {
    const int most = decimals_for(largest, brief ? 2 : 3);
    return !chosen ? most : brief ? std::min(*chosen, most) : *chosen;
}

double rounded(double value, int decimals) {
    // Negative powers of ten are inexact: 1 / 1e-5 is not 100000.
    const double power = std::pow(10.0, std::abs(decimals));
    const double units = decimals < 0 ? value / power : value * power;
    constexpr double whole_from = 0x1p52; // doubles have no fraction from there on
    if (!std::isfinite(power) || !(std::abs(units) < whole_from))
        return value;
    const double whole = std::round(units) + 0.0; // turns −0 into 0
    return decimals < 0 ? whole * power : whole / power;
}

double rounded_to_digits(double value, int digits) {
    return rounded(value, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
}

std::optional<double> read_typed_number(std::string_view text) {
    std::string plain = with_plain_minus(trimmed(text));
    // "1,234" may mean a thousand and more, and "1.234,5" certainly groups: a comma is decimal only if it
    // cannot be a group separator.
    const std::size_t comma = plain.find(',');
    if (comma != std::string::npos) {
        const std::string_view whole = std::string_view(plain).substr(0, comma);
        const std::string_view rest = std::string_view(plain).substr(comma + 1);
        const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
        const bool zero_before = whole == "0" || whole == "-0" || whole == "+0";
        const bool grouping_possible = digits == 3 && !zero_before;
        if (digits == 0 || grouping_possible || plain.find(',', comma + 1) != std::string::npos ||
            plain.find('.') != std::string::npos)
            return std::nullopt;
        plain[comma] = '.';
    }
    const char* begin = plain.data();
    const char* end = begin + plain.size();
    if (begin != end && *begin == '+' && end - begin > 1 && begin[1] != '-')
        ++begin;
    double value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc{} || stop != end || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace lab
