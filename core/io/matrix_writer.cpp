// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_writer.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"

#include <array>
#include <cmath>

namespace lab {

namespace {

/// The text around and between rows and numbers.
struct Marks {
    const char* begin;
    const char* row_begin;
    const char* between_numbers;
    const char* row_end;
    const char* between_rows;
    const char* end;
};

/// In the order of MatrixNotation.
constexpr std::array<Marks, 8> all_marks{{
    {"", "", ",", "\n", "", ""},
    {"", "", "\t", "\n", "", ""},
    {"<table>\n", "<tr><td>", "</td><td>", "</td></tr>\n", "", "</table>\n"},
    {"np.array([", "[", ", ", "]", ",\n          ", "])\n"},
    {"torch.tensor([", "[", ", ", "]", ",\n              ", "], dtype=torch.float64)\n"},
    {"[", "[", ", ", "]", ",\n ", "]\n"},
    {"\\begin{bmatrix}\n", "", " & ", "", " \\\\\n", "\n\\end{bmatrix}\n"},
    {"", "| ", " | ", " |\n", "", ""},
}};

std::string python_number(double value) {
    std::string text = shortest(value);
    if (!std::isfinite(value))
        return "float(\"" + text + "\")";
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

std::string number_text(double value, MatrixNotation notation) {
    if (is_covered(value))
        return "?";
    switch (notation) {
    case MatrixNotation::numpy:
    case MatrixNotation::pytorch:
    case MatrixNotation::python:
        return python_number(value);
    case MatrixNotation::latex:
        if (std::isnan(value))
            return "\\mathrm{NaN}";
        if (std::isinf(value))
            return value > 0 ? "\\infty" : "-\\infty";
        break;
    case MatrixNotation::csv:
    case MatrixNotation::tsv:
    case MatrixNotation::html:
    case MatrixNotation::markdown:
        break;
    }
    return shortest(value);
}

std::string markdown_heading(Index columns) {
    std::string heading = "|";
    std::string line = "|";
    for (Index column = 0; column < columns; ++column) {
        heading += "  |";
        line += " ---: |";
    }
    return heading + "\n" + line + "\n";
}

} // namespace

std::string write_matrix(ConstMatrixRef matrix, MatrixNotation notation) {
    const Marks& marks = all_marks[static_cast<std::size_t>(notation)];
    std::string text = marks.begin;
    if (notation == MatrixNotation::markdown)
        text += markdown_heading(matrix.cols());
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += row == 0 ? "" : marks.between_rows;
        text += marks.row_begin;
        for (Index column = 0; column < matrix.cols(); ++column)
            text += (column == 0 ? "" : marks.between_numbers) + number_text(matrix(row, column), notation);
        text += marks.row_end;
    }
    return text + marks.end;
}

} // namespace lab
