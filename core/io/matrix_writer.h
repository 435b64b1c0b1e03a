// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices as text for the clipboard and for files.
#pragma once

#include "core/base/types.h"

#include <string>

namespace lab {

enum class MatrixNotation {
    csv,      ///< one row per line, commas between numbers
    tsv,      ///< one row per line, tabs between numbers: for spreadsheets
    html,     ///< a table without styles
    numpy,    ///< np.array([[…], […]])
    pytorch,  ///< torch.tensor([[…], […]], dtype=torch.float64)
    python,   ///< [[…], […]]
    latex,    ///< a bmatrix
    markdown, ///< a table with an empty heading, which Markdown requires
};

/// The matrix in that notation, each number in the shortest form that reads back exactly, in the C locale.
/// Numbers for Python always have a point or an exponent, because 1 would be an integer and -0 would lose its
/// sign. Numbers that are not finite follow each notation's convention. All notations but CSV, HTML and
/// Markdown are read back exactly by read_matrix_text() if every number is finite and the matrix is not
/// empty.
std::string write_matrix(ConstMatrixRef matrix, MatrixNotation notation);

} // namespace lab
