// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/printed_array.h"

#include "core/base/number_format.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lab {

namespace {

constexpr int fewest_decimals = 2;

} // namespace

WrittenDigits written_digits(std::string_view number) {
    constexpr std::string_view digits = "0123456789";
    if (number.find_first_of(digits) == std::string_view::npos)
        return {};
    WrittenDigits written{0, {}};
    std::size_t end = number.size();
    if (const std::size_t mark = number.find_first_of("eE"); mark != std::string_view::npos) {
        std::string_view text = number.substr(mark + 1);
        const bool is_negative = text.starts_with('-') || text.starts_with(minus_sign);
        text.remove_prefix(std::min(text.find_first_of(digits), text.size()));
        int exponent = 0;
        std::from_chars(text.data(), text.data() + text.size(), exponent);
        written.exponent = is_negative ? -exponent : exponent;
        end = mark;
    }
    if (const std::size_t point = number.substr(0, end).find_first_of(".,"); point != std::string_view::npos)
        written.decimals = static_cast<int>(end - point - 1);
    return written;
}

Result<Matrix> numbers_of(Result<PrintedArray> array) {
    if (!array)
        return array.error();
    return std::move(array).value().numbers;
}

std::vector<double> last_digits(std::span<const WrittenDigits> numbers) {
    int plain = fewest_decimals, before_exponent = fewest_decimals;
    for (const WrittenDigits& each : numbers) {
        int& most = each.exponent ? before_exponent : plain;
        most = std::max(most, each.decimals.value_or(0));
    }
    std::vector<double> units;
    units.reserve(numbers.size());
    for (const WrittenDigits& each : numbers) {
        const int power = each.exponent ? *each.exponent - before_exponent : -plain;
        units.push_back(each.decimals ? std::pow(10.0, power) : 0);
    }
    return units;
}

} // namespace lab
