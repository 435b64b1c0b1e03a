// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/answer.h"

#include "core/analysis/agreement.h"
#include "core/base/number_format.h"
#include "core/io/matrix_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace lab {

namespace {

constexpr int least_decimals = 2;
constexpr double most_decimals_of_files = 12; // of exact numbers, which were still added in another order

bool is_shown_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// After the point, or a comma: "0.25" has two, "2.5e-3" four. The most of all numbers in the text; a comma
/// that separates numbers is followed by no digit, or makes it more exact than it is.
int decimals_in(std::string_view text) {
    int most = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '.' && text[i] != ',')
            continue;
        int decimals = 0;
        for (; i + 1 < text.size() && is_shown_digit(text[i + 1]); ++i)
            ++decimals;
        if (i + 2 < text.size() && (text[i + 1] == 'e' || text[i + 1] == 'E')) {
            int power = 0;
            std::from_chars(text.data() + i + 2, text.data() + text.size(), power);
            decimals -= power;
        }
        most = std::max(most, decimals);
    }
    return most;
}

bool is_parting(char c) {
    return c == ',' || std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// "0.1, 0.2 0.3" without the commas that a space follows: one after each number at most.
std::string without_parting_commas(std::string_view text) {
    std::string changed;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool parts =
            text[i] == ',' && i > 0 && !is_parting(text[i - 1]) && i + 1 < text.size() && text[i + 1] == ' ';
        if (!parts)
            changed += text[i];
    }
    return changed;
}

} // namespace

std::optional<Answer> read_answer(std::string_view text) {
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    if (text == "-inf" || text == "-∞" || text == "−∞" || text == "−inf")
        return Answer{Matrix::Constant(1, 1, -std::numeric_limits<double>::infinity())};
    const int shown = decimals_in(text), decimals = std::max(shown, least_decimals);
    if (const auto number = read_typed_number(text))
        return Answer{Matrix::Constant(1, 1, *number), decimals, shown};
    Result<Matrix> block = read_matrix_text(text, PastedNumbers::finite_or_minus_infinity);
    if (!block)
        block = read_matrix_text(without_parting_commas(text), PastedNumbers::finite_or_minus_infinity);
    if (!block) { // rows side by side, as in MATLAB
        std::string lines(text);
        std::ranges::replace(lines, ';', '\n');
        block = read_matrix_text(lines, PastedNumbers::finite_or_minus_infinity);
    }
    if (!block)
        return std::nullopt;
    return Answer{std::move(block).value(), decimals, decimals};
}

Answer answer_of(const PrintedArray& array) {
    const Matrix units = array.last_digits_of(0);
    const double coarsest = units.size() > 0 ? units.maxCoeff() : 0;
    const double digits = coarsest > 0 ? std::floor(-std::log10(coarsest)) : most_decimals_of_files;
    const int decimals = static_cast<int>(std::clamp(digits, double{least_decimals}, most_decimals_of_files));
    return {array.numbers_of(0), decimals, decimals};
}

bool is_right(double typed, int decimals, double number, double largest) {
    return is_right(typed, number, Tolerance{}.at(std::pow(10.0, -decimals), largest));
}

std::optional<int> right_decimals(double typed, int decimals, double number, double largest) {
    constexpr int most = 15; // that a double has
    for (int fewer = std::min(decimals - 1, most); fewer >= least_decimals; --fewer) {
        const double unit = std::pow(10.0, fewer);
        const double rounded = std::round(typed * unit) / unit;
        if (std::isfinite(rounded) && rounded != 0 && is_right(rounded, fewer, number, largest))
            return fewer;
    }
    return std::nullopt;
}

} // namespace lab
