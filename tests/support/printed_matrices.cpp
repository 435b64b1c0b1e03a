// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/printed_matrices.h"

#include "core/base/number_format.h"

#include <bit>
#include <cmath>

namespace lab::test {

namespace {

/// The delimiters around and between rows and numbers.
struct Marks {
    const char *begin, *row_begin, *between_numbers, *row_end, *between_rows, *end;
};

std::string printed(const Matrix& matrix, const Marks& marks, std::string (*number)(double) = shortest) {
    std::string text = marks.begin;
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += row == 0 ? "" : marks.between_rows;
        text += marks.row_begin;
        for (Index column = 0; column < matrix.cols(); ++column)
            text += (column == 0 ? "" : marks.between_numbers) + number(matrix(row, column));
        text += marks.row_end;
    }
    return text + marks.end;
}

std::string with_decimal_comma(double value) {
    const std::string text = shortest(value);
    const std::size_t exponent = std::min(text.find('e'), text.size());
    std::string digits = text.substr(0, exponent);
    if (digits.find('.') == std::string::npos)
        digits += '.';
    digits.replace(digits.find('.'), 1, ",");
    // Padded to at least four decimals, because three could be read as a group of thousands.
    return digits + "0" + (digits.size() - digits.find(',') == 3 ? "0" : "") + text.substr(exponent);
}

} // namespace

std::string printed_list(const Matrix& matrix) {
    return printed(matrix, {"[", "[", ", ", "]", ", ", "]"});
}

std::string printed_numpy(const Matrix& matrix) {
    return printed(matrix, {"[", "[", "\n  ", "]", "\n ", "]"});
}

std::string printed_tensor(const Matrix& matrix) {
    return printed(matrix, {"tensor([[", "[", ", ", "]", ",\n         ", "]], grad_fn=<AddmmBackward0>)"});
}

std::string printed_latex(const Matrix& matrix) {
    return printed(matrix, {"$W = \\begin{bmatrix}\n", "  ", " & ", " \\\\\n", "", "\\end{bmatrix}$"});
}

std::string printed_csv(const Matrix& matrix) {
    return printed(matrix, {"", "", ",", "\r\n", "", ""});
}

std::string printed_tsv(const Matrix& matrix) {
    return printed(matrix, {"", "", "\t", "\n", "", ""});
}

std::string printed_with_decimal_commas(const Matrix& matrix) {
    return printed(matrix, {"", "", ";", "\n", "", ""}, with_decimal_comma);
}

double PrintableMatrices::number() {
    const std::uint64_t bits = m_engine();
    switch (bits % 4) {
    case 0:
        return static_cast<double>(static_cast<std::int64_t>(m_engine() % 20) - 10);
    case 1:
        return static_cast<double>(m_engine() % 20'000) / 1000 - 10;
    default:
        const auto any = std::bit_cast<double>(m_engine());
        return std::isfinite(any) ? any : -0.0;
    }
}

Matrix PrintableMatrices::next() {
    Matrix matrix(static_cast<Index>(1 + m_engine() % 12), static_cast<Index>(1 + m_engine() % 12));
    for (double& cell : matrix.reshaped())
        cell = number();
    return matrix;
}

} // namespace lab::test
