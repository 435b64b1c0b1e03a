// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/printed_array.h"

#include "core/base/number_format.h"
#include "core/io/number_forms.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr int fewest_decimals = 2;

/// How many significant digits a printer that rounds to these shows; 0 if it rounds to decimals.
int rounded_significant(std::span<const WrittenDigits> numbers) {
    int most = 0;
    for (const WrittenDigits& each : numbers)
        most = std::max(most, each.significant);
    if (most != 5 && most != 6)
        return 0;
    std::optional<int> decimals;
    for (const WrittenDigits& each : numbers) {
        if (each.significant != most || each.exponent)
            continue;
        if (decimals.value_or(*each.decimals) != *each.decimals)
            return most;
        decimals = each.decimals;
    }
    return 0;
}

int most_significant(std::span<const WrittenDigits> numbers, int fewest) {
    for (const WrittenDigits& each : numbers) {
        if (each.decimals.value_or(0) > 0)
            fewest = std::max(fewest, each.significant);
    }
    return fewest;
}

} // namespace

WrittenDigits written_digits(std::string_view as_written) {
    if (const std::string_view number = without_percent_sign(as_written); number.size() < as_written.size()) {
        WrittenDigits written = written_digits(number);
        written.is_percent = true;
        if (written.decimals)
            *written.decimals += 2;
        return written;
    }
    const std::string number_form = in_c_format(as_written);
    const std::string_view number = number_form;
    constexpr std::string_view digits = "0123456789";
    if (number.find_first_of(digits) == std::string_view::npos || number.find('/') != std::string_view::npos)
        return {};
    WrittenDigits written{0, {}, 0};
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
    const std::string_view mantissa = number.substr(0, end);
    if (const std::size_t first = mantissa.find_first_of("123456789"); first != std::string_view::npos)
        written.significant = static_cast<int>(
            std::ranges::count_if(mantissa.substr(first), [](char c) { return c >= '0' && c <= '9'; }));
    return written;
}

Result<Matrix> numbers_of(Result<PrintedArray> array) {
    if (!array)
        return array.error();
    return std::move(array).value().numbers;
}

PrintedArray one_of(const PrintedArray& array, Index matrix) {
    PrintedArray one = array;
    one.numbers = array.numbers_of(matrix);
    one.last_digit = array.last_digits_of(matrix);
    one.heads = 0;
    return one;
}

PrintedArray turned(const PrintedArray& array) {
    PrintedArray result = array;
    result.numbers.resize(array.columns() * array.matrices(), array.rows());
    result.last_digit.resize(result.numbers.rows(), result.numbers.cols());
    for (Index i = 0; i < array.matrices(); ++i) {
        const Index first = i * array.columns();
        result.numbers.middleRows(first, array.columns()) = array.numbers_of(i).transpose();
        result.last_digit.middleRows(first, array.columns()) = array.last_digits_of(i).transpose();
    }
    return result;
}

PrintedArray with_token_rows(PrintedArray array) {
    if (!array.token_columns)
        return array;
    array = turned(array);
    array.token_columns = false;
    return array;
}

PrintedArray rounded_to(PrintedArray array, const NumberType& type) {
    array.type = type;
    array.last_digit +=
        array.numbers.unaryExpr([&type](double number) { return last_digit_of(number, type); });
    return array;
}

std::vector<double> last_digits(std::span<const WrittenDigits> numbers, int fewest_significant) {
    int plain = fewest_decimals, before_exponent = fewest_decimals;
    for (const WrittenDigits& each : numbers) {
        int& most = each.exponent ? before_exponent : plain;
        most = std::max(most, each.decimals.value_or(0));
    }
    const int significant =
        fewest_significant > 0 ? most_significant(numbers, fewest_significant) : rounded_significant(numbers);
    std::vector<double> units;
    units.reserve(numbers.size());
    for (const WrittenDigits& each : numbers) {
        int power = each.exponent ? *each.exponent - before_exponent : -plain;
        if (significant > 0 && each.significant > 0 && !each.exponent)
            power = each.significant - significant - *each.decimals;
        if (fewest_significant > 0 && !each.exponent)
            power = std::min(power, 0);
        units.push_back(each.decimals ? std::pow(10.0, power) : 0);
    }
    return units;
}

} // namespace lab
