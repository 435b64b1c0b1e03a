// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_writer.h"

#include "core/number_format.h"

#include <array>
#include <string_view>

namespace lab {

namespace {

/// What stands around and between rows and numbers.
struct Frame {
    std::string_view begin, row_begin, between_numbers, row_end, between_rows, end;
};

constexpr std::array frames{
    Frame{"", "", "\t", "", "\n", "\n"},
    Frame{"<table>\n", "<tr><td>", "</td><td>", "</td></tr>", "\n", "\n</table>\n"},
    Frame{"np.array([", "[", ", ", "]", ",\n          ", "])\n"},
    Frame{"torch.tensor([", "[", ", ", "]", ",\n              ", "], dtype=torch.float64)\n"},
    Frame{"[", "[", ", ", "]", ",\n ", "]\n"},
    Frame{"\\begin{bmatrix}\n", "", " & ", "", " \\\\\n", "\n\\end{bmatrix}\n"},
    Frame{"", "| ", " | ", " |", "\n", "\n"},
};

/// Without a heading and a line under it a table is none.
std::string heading(Index columns) {
    std::string names = "|";
    std::string rule = "|";
    for (Index i = 0; i < columns; ++i) {
        names += "  |";
        rule += "---|";
    }
    return names + "\n" + rule + "\n";
}

} // namespace

std::string write_matrix(const Matrix& matrix, MatrixForm form) {
    const Frame& frame = frames[static_cast<std::size_t>(form)];
    std::string text(frame.begin);
    if (form == MatrixForm::markdown)
        text += heading(matrix.cols());
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += row > 0 ? frame.between_rows : std::string_view();
        text += frame.row_begin;
        for (Index column = 0; column < matrix.cols(); ++column) {
            text += column > 0 ? frame.between_numbers : std::string_view();
            text += shortest(matrix(row, column));
        }
        text += frame.row_end;
    }
    text += frame.end;
    return text;
}

} // namespace lab
